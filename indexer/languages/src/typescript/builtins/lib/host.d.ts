// Written by hand: what hosts share, in fewer words than each declares. Names and signatures are facts of the web
// platform, Node and test runners.

// What browsers, Node and test runners put into the global scope. `any` here is a value of which nothing is known but
// that it comes from outside.
interface Console {
  assert(v?: any, ...data: any[]): void; clear(): void; count(label?: string): void; countReset(label?: string): void; debug(...data: any[]): void;
  dir(item?: any, options?: any): void; dirxml(...data: any[]): void; error(...data: any[]): void; group(...data: any[]): void; groupCollapsed(...data: any[]): void;
  groupEnd(): void; info(...data: any[]): void; log(...data: any[]): void; table(data?: any, columns?: string[]): void; time(label?: string): void;
  timeEnd(label?: string): void; timeLog(label?: string, ...data: any[]): void; trace(...data: any[]): void; warn(...data: any[]): void;
}
declare var console: Console;
interface Window { [name: string]: any; }
declare var window: Window;
declare var self: any;
declare var document: any;
declare var navigator: any;
declare var location: any;
declare var history: any;
declare var localStorage: any;
declare var sessionStorage: any;
declare var performance: any;
declare var crypto: any;
declare var process: any;
declare var global: any;
declare var __dirname: string;
declare var __filename: string;
declare var module: any;
declare var exports: any;
declare var require: any;
declare var Deno: any;
declare var Bun: any;
declare function setTimeout<A>(callback: (...args: any[]) => void, ms?: number, ...args: any[]): any;
declare function setInterval<A>(callback: (...args: any[]) => void, ms?: number, ...args: any[]): any;
declare function setImmediate<A>(callback: (...args: any[]) => void, ...args: any[]): any;
declare function clearTimeout(id: any): void;
declare function clearInterval(id: any): void;
declare function clearImmediate(id: any): void;
declare function queueMicrotask(callback: () => void): void;
declare function requestAnimationFrame(callback: (time: number) => void): number;
declare function cancelAnimationFrame(id: number): void;
declare function requestIdleCallback(callback: (deadline: any) => void): number;
declare function structuredClone<T>(value: T): T;
declare function fetch(input: any, init?: any): Promise<Response>;
declare function atob(text: string): string;
declare function btoa(text: string): string;
declare function alert(message?: any): void;
declare function confirm(message?: string): boolean;
declare function prompt(message?: string): string;
declare function getComputedStyle(element: any): any;
declare function matchMedia(query: string): any;
declare function addEventListener(type: string, listener: (event: any) => any, options?: any): void;
declare function removeEventListener(type: string, listener: (event: any) => any, options?: any): void;

interface Buffer extends Uint8Array {
  write(text: string, ...rest: any[]): number; toString(encoding?: string, start?: number, end?: number): string; toJSON(): any; equals(other: Uint8Array): boolean;
  compare(other: Uint8Array, ...rest: number[]): number; copy(target: Uint8Array, ...rest: number[]): number; slice(start?: number, end?: number): Buffer; subarray(start?: number, end?: number): Buffer;
  readUInt8(o?: number): number; readUInt16BE(o?: number): number; readUInt16LE(o?: number): number; readUInt32BE(o?: number): number; readUInt32LE(o?: number): number;
  readInt8(o?: number): number; readInt16BE(o?: number): number; readInt16LE(o?: number): number; readInt32BE(o?: number): number; readInt32LE(o?: number): number;
  writeUInt8(v: number, o?: number): number; writeUInt16BE(v: number, o?: number): number; writeUInt16LE(v: number, o?: number): number; writeUInt32BE(v: number, o?: number): number; writeUInt32LE(v: number, o?: number): number;
}
interface BufferConstructor extends TypedArrayConstructor<Buffer> {
  new (...args: any[]): Buffer;
  alloc(size: number, ...rest: any[]): Buffer; allocUnsafe(size: number): Buffer; byteLength(text: any, encoding?: string): number; compare(a: Uint8Array, b: Uint8Array): number;
  concat(list: readonly Uint8Array[], length?: number): Buffer; from(data: any, ...rest: any[]): Buffer; isBuffer(v: any): v is Buffer; isEncoding(v: string): boolean;
}
declare var Buffer: BufferConstructor;

interface EventTarget { addEventListener(type: string, listener: (event: any) => void, options?: any): void; removeEventListener(type: string, listener: any, options?: any): void; dispatchEvent(event: Event): boolean; }
declare var EventTarget: { new (): EventTarget; prototype: EventTarget };
interface Event { type: string; target: any; currentTarget: any; preventDefault(): void; stopPropagation(): void; stopImmediatePropagation(): void; composedPath(): any[]; }
declare var Event: { new (type: string, init?: any): Event; prototype: Event };
interface CustomEvent<T> extends Event { detail: T; }
declare var CustomEvent: { new <T>(type: string, init?: any): CustomEvent<T> };
interface AbortSignal extends EventTarget { aborted: boolean; reason: any; throwIfAborted(): void; onabort: any; }
declare var AbortSignal: { new (): AbortSignal; abort(reason?: any): AbortSignal; any(signals: Iterable<AbortSignal>): AbortSignal; timeout(ms: number): AbortSignal; prototype: AbortSignal };
interface AbortController { signal: AbortSignal; abort(reason?: any): void; }
declare var AbortController: { new (): AbortController; prototype: AbortController };
interface URL { hash: string; host: string; hostname: string; href: string; origin: string; password: string; pathname: string; port: string; protocol: string; search: string; searchParams: URLSearchParams; username: string; toString(): string; toJSON(): string; }
declare var URL: { new (url: string | URL, base?: string | URL): URL; canParse(url: string, base?: string): boolean; createObjectURL(v: any): string; revokeObjectURL(url: string): void; parse(url: string, base?: string): URL | null; prototype: URL };
interface URLSearchParams extends Iterable<[string, string]> {
  append(name: string, value: string): void; delete(name: string, value?: string): void; entries(): IterableIterator<[string, string]>; forEach(callback: (value: string, key: string, parent: URLSearchParams) => void): void;
  get(name: string): string | null; getAll(name: string): string[]; has(name: string, value?: string): boolean; keys(): IterableIterator<string>; set(name: string, value: string): void; sort(): void; toString(): string; values(): IterableIterator<string>; size: number;
}
declare var URLSearchParams: { new (init?: any): URLSearchParams; prototype: URLSearchParams };
interface Headers extends Iterable<[string, string]> { append(name: string, value: string): void; delete(name: string): void; get(name: string): string | null; getSetCookie(): string[]; has(name: string): boolean; set(name: string, value: string): void; forEach(callback: (value: string, key: string, parent: Headers) => void): void; entries(): IterableIterator<[string, string]>; keys(): IterableIterator<string>; values(): IterableIterator<string>; }
declare var Headers: { new (init?: any): Headers; prototype: Headers };
interface Body { body: any; bodyUsed: boolean; arrayBuffer(): Promise<ArrayBuffer>; blob(): Promise<Blob>; bytes(): Promise<Uint8Array>; formData(): Promise<FormData>; json(): Promise<any>; text(): Promise<string>; }
interface Response extends Body { headers: Headers; ok: boolean; redirected: boolean; status: number; statusText: string; type: string; url: string; clone(): Response; }
declare var Response: { new (body?: any, init?: any): Response; error(): Response; json(data: any, init?: any): Response; redirect(url: string | URL, status?: number): Response; prototype: Response };
interface Request extends Body { headers: Headers; method: string; url: string; signal: AbortSignal; clone(): Request; }
declare var Request: { new (input: any, init?: any): Request; prototype: Request };
interface Blob { size: number; type: string; arrayBuffer(): Promise<ArrayBuffer>; bytes(): Promise<Uint8Array>; slice(start?: number, end?: number, type?: string): Blob; stream(): ReadableStream<Uint8Array>; text(): Promise<string>; }
declare var Blob: { new (parts?: any, options?: any): Blob; prototype: Blob };
interface File extends Blob { name: string; lastModified: number; }
declare var File: { new (parts: any, name: string, options?: any): File; prototype: File };
interface FormData extends Iterable<[string, any]> { append(name: string, value: any, file?: string): void; delete(name: string): void; get(name: string): any; getAll(name: string): any[]; has(name: string): boolean; set(name: string, value: any, file?: string): void; entries(): IterableIterator<[string, any]>; forEach(callback: (value: any, key: string) => void): void; }
declare var FormData: { new (form?: any): FormData; prototype: FormData };
interface ReadableStream<T> extends AsyncIterable<T> { locked: boolean; cancel(reason?: any): Promise<void>; getReader(options?: any): any; pipeThrough(transform: any, options?: any): any; pipeTo(target: any, options?: any): Promise<void>; tee(): [ReadableStream<T>, ReadableStream<T>]; }
declare var ReadableStream: { new <T>(source?: any, strategy?: any): ReadableStream<T>; from(items: any): ReadableStream<any>; prototype: ReadableStream<any> };
declare var WritableStream: any;
declare var TransformStream: any;
interface TextEncoder { encoding: string; encode(text?: string): Uint8Array; encodeInto(text: string, target: Uint8Array): any; }
declare var TextEncoder: { new (): TextEncoder };
interface TextDecoder { encoding: string; decode(data?: any, options?: any): string; }
declare var TextDecoder: { new (label?: string, options?: any): TextDecoder };
interface DOMException extends Error { code: number; }
declare var DOMException: { new (message?: string, name?: string): DOMException; prototype: DOMException };
declare var MessageChannel: any;
declare var MessagePort: any;
declare var BroadcastChannel: any;
declare var Worker: any;
declare var WebSocket: any;
declare var XMLHttpRequest: any;
declare var FileReader: any;
declare var Image: any;
declare var MutationObserver: any;
declare var ResizeObserver: any;
declare var IntersectionObserver: any;
declare var DOMParser: any;
declare var HTMLElement: any;
declare var Element: any;
declare var Node: any;
declare var customElements: any;
declare namespace NodeJS { interface Timeout {} interface Timer {} interface ErrnoException extends Error { code?: string; errno?: number; path?: string; syscall?: string; } type ProcessEnv = Record<string, string>; interface ReadableStream {} interface WritableStream {} type Platform = string; type Signals = string; }

// Test runners.
declare var describe: any;
declare var context: any;
declare var suite: any;
declare var it: any;
declare var specify: any;
declare var test: any;
declare var bench: any;
declare var before: any;
declare var after: any;
declare var beforeEach: any;
declare var afterEach: any;
declare var beforeAll: any;
declare var afterAll: any;
declare var setup: any;
declare var teardown: any;
declare var xit: any;
declare var fit: any;
declare var xdescribe: any;
declare var fdescribe: any;
declare var expect: any;
declare var expectTypeOf: any;
declare var assert: any;
declare var jest: any;
declare var vi: any;
declare var jasmine: any;
declare var sinon: any;
declare var chai: any;
declare var cy: any;
declare var Cypress: any;
