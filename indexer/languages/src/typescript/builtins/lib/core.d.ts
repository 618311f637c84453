// Written by hand: the protocols of resolution stand beside the members that they explain. Names and signatures are
// facts of ECMAScript.

// The language's own types. `__elem__`, `__await__`, `__index__` and the like are the engine's protocols.
interface Object {
  constructor: Function;
  toString(): string;
  toLocaleString(): string;
  valueOf(): Object;
  hasOwnProperty(v: PropertyKey): boolean;
  isPrototypeOf(v: Object): boolean;
  propertyIsEnumerable(v: PropertyKey): boolean;
}
interface ObjectConstructor {
  new (value?: any): Object;
  (value?: any): any;
  assign<T, U>(target: T, source: U): T & U;
  assign<T, U, V>(target: T, source1: U, source2: V): T & U & V;
  assign(target: object, ...sources: any[]): any;
  create<T>(o: T): T;
  create(o: object | null, properties?: any): any;
  defineProperties<T>(o: T, properties: any): T;
  defineProperty<T>(o: T, p: PropertyKey, attributes: PropertyDescriptor): T;
  entries<T>(o: { [s: string]: T } | ArrayLike<T>): [string, T][];
  freeze<T>(o: T): T;
  fromEntries<T>(entries: Iterable<readonly [PropertyKey, T]>): Record<string, T>;
  getOwnPropertyDescriptor(o: any, p: PropertyKey): PropertyDescriptor | undefined;
  getOwnPropertyDescriptors(o: any): Record<string, PropertyDescriptor>;
  getOwnPropertyNames(o: any): string[];
  getOwnPropertySymbols(o: any): symbol[];
  getPrototypeOf(o: any): any;
  groupBy<K, T>(items: Iterable<T>, key: (item: T, index: number) => K): Record<string, T[]>;
  hasOwn(o: object, v: PropertyKey): boolean;
  is(a: any, b: any): boolean;
  isExtensible(o: any): boolean;
  isFrozen(o: any): boolean;
  isSealed(o: any): boolean;
  keys(o: object): string[];
  preventExtensions<T>(o: T): T;
  seal<T>(o: T): T;
  setPrototypeOf<T>(o: T, proto: object | null): T;
  values<T>(o: { [s: string]: T } | ArrayLike<T>): T[];
  prototype: Object;
}
declare var Object: ObjectConstructor;
interface PropertyDescriptor { configurable?: boolean; enumerable?: boolean; value?: any; writable?: boolean; get?(): any; set?(v: any): void; }
interface PropertyDescriptorMap { [key: string]: PropertyDescriptor; }
type PropertyKey = string | number | symbol;

interface Function {
  apply(this: Function, thisArg: any, argArray?: any): any;
  call(this: Function, thisArg: any, ...argArray: any[]): any;
  bind(this: Function, thisArg: any, ...argArray: any[]): any;
  toString(): string;
  prototype: any;
  length: number;
  name: string;
}
interface FunctionConstructor { new (...args: string[]): Function; (...args: string[]): Function; prototype: Function; }
declare var Function: FunctionConstructor;
interface CallableFunction extends Function {}
interface NewableFunction extends Function {}
interface IArguments { [index: number]: any; length: number; callee: Function; }
declare var arguments: IArguments;

interface String {
  __elem__(): string;
  __index__(): string;
  at(index: number): string | undefined;
  charAt(pos: number): string;
  charCodeAt(index: number): number;
  codePointAt(pos: number): number | undefined;
  concat(...strings: string[]): string;
  endsWith(search: string, end?: number): boolean;
  includes(search: string, position?: number): boolean;
  indexOf(search: string, position?: number): number;
  isWellFormed(): boolean;
  lastIndexOf(search: string, position?: number): number;
  localeCompare(that: string, locales?: any, options?: any): number;
  match(regexp: string | RegExp): RegExpMatchArray | null;
  matchAll(regexp: RegExp): IterableIterator<RegExpMatchArray>;
  normalize(form?: string): string;
  padEnd(max: number, fill?: string): string;
  padStart(max: number, fill?: string): string;
  repeat(count: number): string;
  replace(search: string | RegExp, replace: string): string;
  replace(search: string | RegExp, replacer: (substring: string, ...args: any[]) => string): string;
  replaceAll(search: string | RegExp, replace: string): string;
  replaceAll(search: string | RegExp, replacer: (substring: string, ...args: any[]) => string): string;
  search(regexp: string | RegExp): number;
  slice(start?: number, end?: number): string;
  split(separator: string | RegExp, limit?: number): string[];
  startsWith(search: string, position?: number): boolean;
  substr(from: number, length?: number): string;
  substring(start: number, end?: number): string;
  toLocaleLowerCase(locales?: any): string;
  toLocaleUpperCase(locales?: any): string;
  toLowerCase(): string;
  toString(): string;
  toUpperCase(): string;
  toWellFormed(): string;
  trim(): string;
  trimEnd(): string;
  trimStart(): string;
  trimLeft(): string;
  trimRight(): string;
  valueOf(): string;
  length: number;
}
interface StringConstructor {
  new (value?: any): String;
  (value?: any): string;
  fromCharCode(...codes: number[]): string;
  fromCodePoint(...codes: number[]): string;
  raw(template: any, ...substitutions: any[]): string;
  prototype: String;
}
declare var String: StringConstructor;

interface Number {
  toExponential(digits?: number): string;
  toFixed(digits?: number): string;
  toLocaleString(locales?: any, options?: any): string;
  toPrecision(precision?: number): string;
  toString(radix?: number): string;
  valueOf(): number;
}
interface NumberConstructor {
  new (value?: any): Number;
  (value?: any): number;
  isFinite(n: unknown): boolean;
  isInteger(n: unknown): boolean;
  isNaN(n: unknown): boolean;
  isSafeInteger(n: unknown): boolean;
  parseFloat(text: string): number;
  parseInt(text: string, radix?: number): number;
  EPSILON: number; MAX_SAFE_INTEGER: number; MAX_VALUE: number; MIN_SAFE_INTEGER: number; MIN_VALUE: number;
  NaN: number; NEGATIVE_INFINITY: number; POSITIVE_INFINITY: number;
  prototype: Number;
}
declare var Number: NumberConstructor;
interface Boolean { valueOf(): boolean; toString(): string; }
interface BooleanConstructor { new (value?: any): Boolean; (value?: any): boolean; prototype: Boolean; }
declare var Boolean: BooleanConstructor;
interface BigInt { toLocaleString(): string; toString(radix?: number): string; valueOf(): bigint; }
interface BigIntConstructor { (value: any): bigint; asIntN(bits: number, int: bigint): bigint; asUintN(bits: number, int: bigint): bigint; }
declare var BigInt: BigIntConstructor;
interface Symbol { description: string | undefined; toString(): string; valueOf(): symbol; }
interface SymbolConstructor {
  (description?: string | number): symbol;
  for(key: string): symbol;
  keyFor(sym: symbol): string | undefined;
  asyncIterator: symbol; hasInstance: symbol; isConcatSpreadable: symbol; iterator: symbol; match: symbol; matchAll: symbol;
  replace: symbol; search: symbol; species: symbol; split: symbol; toPrimitive: symbol; toStringTag: symbol; unscopables: symbol;
  dispose: symbol; asyncDispose: symbol;
}
declare var Symbol: SymbolConstructor;

interface IteratorResult<T, R = any> { done?: boolean; value: T; }
interface IteratorYieldResult<T> extends IteratorResult<T> {}
interface IteratorReturnResult<T> extends IteratorResult<T> {}
interface Iterator<T, R = any, N = any> {
  next(...args: any[]): IteratorResult<T>;
  return?(value?: any): IteratorResult<T>;
  throw?(e?: any): IteratorResult<T>;
}
interface Iterable<T, R = any, N = any> {
  __elem__(): T;
  [Symbol.iterator](): Iterator<T>;
}
interface IteratorObject<T, R = any, N = any> extends Iterator<T>, Iterable<T> {
  drop(count: number): IteratorObject<T>;
  every(predicate: (value: T, index: number) => unknown): boolean;
  filter<S extends T>(predicate: (value: T, index: number) => value is S): IteratorObject<S>;
  filter(predicate: (value: T, index: number) => unknown): IteratorObject<T>;
  find(predicate: (value: T, index: number) => unknown): T | undefined;
  flatMap<U>(callback: (value: T, index: number) => Iterable<U>): IteratorObject<U>;
  forEach(callback: (value: T, index: number) => void): void;
  map<U>(callback: (value: T, index: number) => U): IteratorObject<U>;
  reduce<U>(callback: (previous: U, value: T, index: number) => U, initial: U): U;
  some(predicate: (value: T, index: number) => unknown): boolean;
  take(count: number): IteratorObject<T>;
  toArray(): T[];
}
interface IterableIterator<T, R = any, N = any> extends IteratorObject<T> {}
interface ArrayIterator<T> extends IteratorObject<T> {}
interface MapIterator<T> extends IteratorObject<T> {}
interface SetIterator<T> extends IteratorObject<T> {}
interface Generator<T = unknown, R = any, N = any> extends IteratorObject<T> {}
interface AsyncIterator<T, R = any, N = any> {
  next(...args: any[]): Promise<IteratorResult<T>>;
  return?(value?: any): Promise<IteratorResult<T>>;
  throw?(e?: any): Promise<IteratorResult<T>>;
}
interface AsyncIterable<T, R = any, N = any> {
  __elem__(): T;
  [Symbol.asyncIterator](): AsyncIterator<T>;
}
interface AsyncIterableIterator<T, R = any, N = any> extends AsyncIterator<T>, AsyncIterable<T> {}
interface AsyncGenerator<T = unknown, R = any, N = any> extends AsyncIterableIterator<T> {}
interface GeneratorFunction extends Function {}
interface AsyncGeneratorFunction extends Function {}

interface ArrayLike<T> { __elem__(): T; __index__(): T; length: number; }
interface ConcatArray<T> extends ArrayLike<T> {}
interface ReadonlyArray<T> extends Iterable<T>, ArrayLike<T> {
  at(index: number): T | undefined;
  concat(...items: (T | ConcatArray<T>)[]): T[];
  entries(): IterableIterator<[number, T]>;
  every<S extends T>(predicate: (value: T, index: number, array: T[]) => value is S): boolean;
  every(predicate: (value: T, index: number, array: T[]) => unknown, thisArg?: any): boolean;
  filter<S extends T>(predicate: (value: T, index: number, array: T[]) => value is S, thisArg?: any): S[];
  filter(predicate: (value: T, index: number, array: T[]) => unknown, thisArg?: any): T[];
  find<S extends T>(predicate: (value: T, index: number, array: T[]) => value is S, thisArg?: any): S | undefined;
  find(predicate: (value: T, index: number, array: T[]) => unknown, thisArg?: any): T | undefined;
  findIndex(predicate: (value: T, index: number, array: T[]) => unknown, thisArg?: any): number;
  findLast(predicate: (value: T, index: number, array: T[]) => unknown, thisArg?: any): T | undefined;
  findLastIndex(predicate: (value: T, index: number, array: T[]) => unknown, thisArg?: any): number;
  flat<U>(this: ReadonlyArray<ReadonlyArray<U>>, depth?: number): U[];
  flatMap<U>(callback: (value: T, index: number, array: T[]) => U | ReadonlyArray<U>, thisArg?: any): U[];
  forEach(callback: (value: T, index: number, array: T[]) => void, thisArg?: any): void;
  includes(search: T, from?: number): boolean;
  indexOf(search: T, from?: number): number;
  join(separator?: string): string;
  keys(): IterableIterator<number>;
  lastIndexOf(search: T, from?: number): number;
  map<U>(callback: (value: T, index: number, array: T[]) => U, thisArg?: any): U[];
  reduce(callback: (previous: T, current: T, index: number, array: T[]) => T): T;
  reduce<U>(callback: (previous: U, current: T, index: number, array: T[]) => U, initial: U): U;
  reduceRight(callback: (previous: T, current: T, index: number, array: T[]) => T): T;
  reduceRight<U>(callback: (previous: U, current: T, index: number, array: T[]) => U, initial: U): U;
  slice(start?: number, end?: number): T[];
  some(predicate: (value: T, index: number, array: T[]) => unknown, thisArg?: any): boolean;
  toLocaleString(): string;
  toReversed(): T[];
  toSorted(compare?: (a: T, b: T) => number): T[];
  toSpliced(start: number, count?: number, ...items: T[]): T[];
  toString(): string;
  values(): IterableIterator<T>;
  with(index: number, value: T): T[];
  length: number;
}
interface Array<T> extends ReadonlyArray<T> {
  copyWithin(target: number, start: number, end?: number): this;
  fill(value: T, start?: number, end?: number): this;
  pop(): T | undefined;
  push(...items: T[]): number;
  reverse(): T[];
  shift(): T | undefined;
  sort(compare?: (a: T, b: T) => number): this;
  splice(start: number, count?: number, ...items: T[]): T[];
  unshift(...items: T[]): number;
}
interface ArrayConstructor {
  new <T>(...items: T[]): T[];
  <T>(...items: T[]): T[];
  from<T>(items: Iterable<T> | ArrayLike<T>): T[];
  from<T, U>(items: Iterable<T> | ArrayLike<T>, map: (v: T, k: number) => U, thisArg?: any): U[];
  fromAsync<T>(items: AsyncIterable<T> | Iterable<T>): Promise<T[]>;
  isArray(arg: any): arg is any[];
  of<T>(...items: T[]): T[];
  prototype: any[];
}
declare var Array: ArrayConstructor;
interface TemplateStringsArray extends ReadonlyArray<string> { raw: readonly string[]; }

interface Map<K, V> extends Iterable<[K, V]> {
  clear(): void;
  delete(key: K): boolean;
  entries(): IterableIterator<[K, V]>;
  forEach(callback: (value: V, key: K, map: Map<K, V>) => void, thisArg?: any): void;
  get(key: K): V | undefined;
  getOrInsert(key: K, value: V): V;
  getOrInsertComputed(key: K, compute: (key: K) => V): V;
  has(key: K): boolean;
  keys(): IterableIterator<K>;
  set(key: K, value: V): this;
  values(): IterableIterator<V>;
  size: number;
}
interface ReadonlyMap<K, V> extends Iterable<[K, V]> {
  entries(): IterableIterator<[K, V]>;
  forEach(callback: (value: V, key: K, map: ReadonlyMap<K, V>) => void, thisArg?: any): void;
  get(key: K): V | undefined;
  has(key: K): boolean;
  keys(): IterableIterator<K>;
  values(): IterableIterator<V>;
  size: number;
}
interface MapConstructor {
  new <K, V>(entries?: Iterable<readonly [K, V]> | null): Map<K, V>;
  groupBy<K, T>(items: Iterable<T>, key: (item: T, index: number) => K): Map<K, T[]>;
  prototype: Map<any, any>;
}
declare var Map: MapConstructor;
interface WeakMap<K, V> { delete(key: K): boolean; get(key: K): V | undefined; has(key: K): boolean; set(key: K, value: V): this; }
interface WeakMapConstructor { new <K, V>(entries?: Iterable<readonly [K, V]> | null): WeakMap<K, V>; }
declare var WeakMap: WeakMapConstructor;
interface ReadonlySet<T> extends Iterable<T> {
  entries(): IterableIterator<[T, T]>;
  forEach(callback: (value: T, key: T, set: ReadonlySet<T>) => void, thisArg?: any): void;
  has(value: T): boolean;
  keys(): IterableIterator<T>;
  values(): IterableIterator<T>;
  size: number;
}
interface Set<T> extends Iterable<T> {
  add(value: T): this;
  clear(): void;
  delete(value: T): boolean;
  difference<U>(other: Set<U>): Set<T>;
  entries(): IterableIterator<[T, T]>;
  forEach(callback: (value: T, key: T, set: Set<T>) => void, thisArg?: any): void;
  has(value: T): boolean;
  intersection<U>(other: Set<U>): Set<T>;
  isDisjointFrom(other: Set<unknown>): boolean;
  isSubsetOf(other: Set<unknown>): boolean;
  isSupersetOf(other: Set<unknown>): boolean;
  keys(): IterableIterator<T>;
  symmetricDifference<U>(other: Set<U>): Set<T | U>;
  union<U>(other: Set<U>): Set<T | U>;
  values(): IterableIterator<T>;
  size: number;
}
interface SetConstructor { new <T>(values?: Iterable<T> | null): Set<T>; prototype: Set<any>; }
declare var Set: SetConstructor;
interface WeakSet<T> { add(value: T): this; delete(value: T): boolean; has(value: T): boolean; }
interface WeakSetConstructor { new <T>(values?: Iterable<T> | null): WeakSet<T>; }
declare var WeakSet: WeakSetConstructor;
interface WeakRef<T> { deref(): T | undefined; }
interface WeakRefConstructor { new <T>(target: T): WeakRef<T>; }
declare var WeakRef: WeakRefConstructor;
interface FinalizationRegistry<T> { register(target: any, held: T, token?: any): void; unregister(token: any): void; }
declare var FinalizationRegistry: { new <T>(cleanup: (held: T) => void): FinalizationRegistry<T> };

interface PromiseLike<T> {
  __await__(): T;
  then<R1 = T, R2 = never>(fulfilled?: (value: T) => R1 | PromiseLike<R1>, rejected?: (reason: any) => R2 | PromiseLike<R2>): PromiseLike<R1 | R2>;
}
interface Promise<T> extends PromiseLike<T> {
  then<R1 = T, R2 = never>(fulfilled?: (value: T) => R1 | PromiseLike<R1>, rejected?: (reason: any) => R2 | PromiseLike<R2>): Promise<R1 | R2>;
  catch<R = never>(rejected?: (reason: any) => R | PromiseLike<R>): Promise<T | R>;
  finally(callback?: () => void): Promise<T>;
}
interface PromiseSettledResult<T> { status: string; value: T; reason: any; }
interface PromiseFulfilledResult<T> { status: "fulfilled"; value: T; }
interface PromiseRejectedResult { status: "rejected"; reason: any; }
interface PromiseWithResolvers<T> { promise: Promise<T>; resolve: (value: T | PromiseLike<T>) => void; reject: (reason?: any) => void; }
interface PromiseConstructor {
  new <T>(executor: (resolve: (value: T | PromiseLike<T>) => void, reject: (reason?: any) => void) => void): Promise<T>;
  all<A, B>(values: [A | PromiseLike<A>, B | PromiseLike<B>]): Promise<[A, B]>;
  all<A, B, C>(values: [A | PromiseLike<A>, B | PromiseLike<B>, C | PromiseLike<C>]): Promise<[A, B, C]>;
  all<T>(values: Iterable<T | PromiseLike<T>>): Promise<T[]>;
  allSettled<T>(values: Iterable<T | PromiseLike<T>>): Promise<PromiseSettledResult<T>[]>;
  any<T>(values: Iterable<T | PromiseLike<T>>): Promise<T>;
  race<T>(values: Iterable<T | PromiseLike<T>>): Promise<T>;
  reject<T = never>(reason?: any): Promise<T>;
  resolve(): Promise<void>;
  resolve<T>(value: T | PromiseLike<T>): Promise<T>;
  try<T>(callback: (...args: any[]) => T | PromiseLike<T>, ...args: any[]): Promise<T>;
  withResolvers<T>(): PromiseWithResolvers<T>;
  prototype: Promise<any>;
}
declare var Promise: PromiseConstructor;

interface RegExp {
  exec(text: string): RegExpExecArray | null;
  test(text: string): boolean;
  toString(): string;
  compile(pattern: string, flags?: string): this;
  source: string; flags: string; global: boolean; ignoreCase: boolean; multiline: boolean; lastIndex: number; sticky: boolean; unicode: boolean;
}
interface RegExpMatchArray extends Array<string> { index?: number; input?: string; groups?: Record<string, string>; }
interface RegExpExecArray extends RegExpMatchArray {}
interface RegExpConstructor { new (pattern: RegExp | string, flags?: string): RegExp; (pattern: RegExp | string, flags?: string): RegExp; escape(text: string): string; prototype: RegExp; }
declare var RegExp: RegExpConstructor;

interface Date {
  getDate(): number; getDay(): number; getFullYear(): number; getHours(): number; getMilliseconds(): number; getMinutes(): number;
  getMonth(): number; getSeconds(): number; getTime(): number; getTimezoneOffset(): number; getUTCDate(): number; getUTCDay(): number;
  getUTCFullYear(): number; getUTCHours(): number; getUTCMilliseconds(): number; getUTCMinutes(): number; getUTCMonth(): number; getUTCSeconds(): number;
  getYear(): number;
  setDate(v: number): number; setFullYear(y: number, m?: number, d?: number): number; setHours(h: number, m?: number, s?: number, ms?: number): number;
  setMilliseconds(v: number): number; setMinutes(m: number, s?: number, ms?: number): number; setMonth(m: number, d?: number): number;
  setSeconds(s: number, ms?: number): number; setTime(v: number): number; setUTCDate(v: number): number; setUTCFullYear(v: number): number;
  setUTCHours(v: number): number; setUTCMinutes(v: number): number; setUTCMonth(v: number): number; setUTCSeconds(v: number): number; setUTCMilliseconds(v: number): number;
  toDateString(): string; toISOString(): string; toJSON(key?: any): string; toLocaleDateString(locales?: any, options?: any): string;
  toLocaleString(locales?: any, options?: any): string; toLocaleTimeString(locales?: any, options?: any): string; toString(): string;
  toTimeString(): string; toUTCString(): string; toGMTString(): string; valueOf(): number;
}
interface DateConstructor { new (...args: any[]): Date; (): string; UTC(...args: number[]): number; now(): number; parse(text: string): number; prototype: Date; }
declare var Date: DateConstructor;

interface Error { name: string; message: string; stack?: string; cause?: unknown; toString(): string; }
interface ErrorConstructor {
  new (message?: string, options?: any): Error;
  (message?: string, options?: any): Error;
  captureStackTrace(target: object, constructor?: Function): void;
  isError(v: any): boolean;
  stackTraceLimit: number;
  prepareStackTrace: any;
  prototype: Error;
}
declare var Error: ErrorConstructor;
interface EvalError extends Error {}
interface RangeError extends Error {}
interface ReferenceError extends Error {}
interface SyntaxError extends Error {}
interface TypeError extends Error {}
interface URIError extends Error {}
interface AggregateError extends Error { errors: any[]; }
declare var EvalError: { new (message?: string, options?: any): EvalError; (message?: string): EvalError; prototype: EvalError };
declare var RangeError: { new (message?: string, options?: any): RangeError; (message?: string): RangeError; prototype: RangeError };
declare var ReferenceError: { new (message?: string, options?: any): ReferenceError; (message?: string): ReferenceError; prototype: ReferenceError };
declare var SyntaxError: { new (message?: string, options?: any): SyntaxError; (message?: string): SyntaxError; prototype: SyntaxError };
declare var TypeError: { new (message?: string, options?: any): TypeError; (message?: string): TypeError; prototype: TypeError };
declare var URIError: { new (message?: string, options?: any): URIError; (message?: string): URIError; prototype: URIError };
declare var AggregateError: { new (errors: Iterable<any>, message?: string, options?: any): AggregateError; prototype: AggregateError };

interface JSON { parse(text: string, reviver?: (this: any, key: string, value: any) => any): any; stringify(value: any, replacer?: any, space?: any): string; }
declare var JSON: JSON;
interface Math {
  E: number; LN10: number; LN2: number; LOG10E: number; LOG2E: number; PI: number; SQRT1_2: number; SQRT2: number;
  abs(x: number): number; acos(x: number): number; acosh(x: number): number; asin(x: number): number; asinh(x: number): number; atan(x: number): number;
  atan2(y: number, x: number): number; atanh(x: number): number; cbrt(x: number): number; ceil(x: number): number; clz32(x: number): number; cos(x: number): number;
  cosh(x: number): number; exp(x: number): number; expm1(x: number): number; floor(x: number): number; fround(x: number): number; hypot(...v: number[]): number;
  imul(x: number, y: number): number; log(x: number): number; log10(x: number): number; log1p(x: number): number; log2(x: number): number;
  max(...v: number[]): number; min(...v: number[]): number; pow(x: number, y: number): number; random(): number; round(x: number): number;
  sign(x: number): number; sin(x: number): number; sinh(x: number): number; sqrt(x: number): number; tan(x: number): number; tanh(x: number): number; trunc(x: number): number;
}
declare var Math: Math;
declare namespace Reflect {
  function apply(target: Function, thisArg: any, args: any): any;
  function construct(target: Function, args: any, newTarget?: Function): any;
  function defineProperty(target: object, key: PropertyKey, attributes: PropertyDescriptor): boolean;
  function deleteProperty(target: object, key: PropertyKey): boolean;
  function get(target: object, key: PropertyKey, receiver?: any): any;
  function getOwnPropertyDescriptor(target: object, key: PropertyKey): PropertyDescriptor | undefined;
  function getPrototypeOf(target: object): object | null;
  function has(target: object, key: PropertyKey): boolean;
  function isExtensible(target: object): boolean;
  function ownKeys(target: object): (string | symbol)[];
  function preventExtensions(target: object): boolean;
  function set(target: object, key: PropertyKey, value: any, receiver?: any): boolean;
  function setPrototypeOf(target: object, proto: object | null): boolean;
  function getMetadata(key: any, target: any, property?: any): any;
  function defineMetadata(key: any, value: any, target: any, property?: any): void;
  function hasMetadata(key: any, target: any, property?: any): boolean;
  function hasOwnMetadata(key: any, target: any, property?: any): boolean;
  function getOwnMetadata(key: any, target: any, property?: any): any;
  function getMetadataKeys(target: any, property?: any): any[];
  function metadata(key: any, value: any): any;
}
interface ProxyHandler<T> {
  apply?(target: T, thisArg: any, args: any[]): any; construct?(target: T, args: any[], newTarget: Function): object;
  defineProperty?(target: T, key: string | symbol, attributes: PropertyDescriptor): boolean; deleteProperty?(target: T, key: string | symbol): boolean;
  get?(target: T, key: string | symbol, receiver: any): any; getOwnPropertyDescriptor?(target: T, key: string | symbol): PropertyDescriptor | undefined;
  getPrototypeOf?(target: T): object | null; has?(target: T, key: string | symbol): boolean; isExtensible?(target: T): boolean;
  ownKeys?(target: T): ArrayLike<string | symbol>; preventExtensions?(target: T): boolean; set?(target: T, key: string | symbol, value: any, receiver: any): boolean;
  setPrototypeOf?(target: T, v: object | null): boolean;
}
interface ProxyConstructor { new <T>(target: T, handler: ProxyHandler<T>): T; revocable<T>(target: T, handler: ProxyHandler<T>): { proxy: T; revoke: () => void }; }
declare var Proxy: ProxyConstructor;
declare namespace Intl {
  interface NumberFormat { format(value: number | bigint): string; formatToParts(value?: number): any[]; resolvedOptions(): any; }
  var NumberFormat: { new (locales?: any, options?: any): NumberFormat; (locales?: any, options?: any): NumberFormat };
  interface DateTimeFormat { format(date?: Date | number): string; formatToParts(date?: Date | number): any[]; resolvedOptions(): any; }
  var DateTimeFormat: { new (locales?: any, options?: any): DateTimeFormat; (locales?: any, options?: any): DateTimeFormat };
  interface Collator { compare(a: string, b: string): number; resolvedOptions(): any; }
  var Collator: { new (locales?: any, options?: any): Collator; (locales?: any, options?: any): Collator };
  interface PluralRules { select(n: number): string; }
  var PluralRules: { new (locales?: any, options?: any): PluralRules };
  interface ListFormat { format(list: Iterable<string>): string; }
  var ListFormat: { new (locales?: any, options?: any): ListFormat };
  interface RelativeTimeFormat { format(value: number, unit: string): string; }
  var RelativeTimeFormat: { new (locales?: any, options?: any): RelativeTimeFormat };
  interface Segmenter { segment(text: string): Iterable<any>; }
  var Segmenter: { new (locales?: any, options?: any): Segmenter };
}

interface ArrayBuffer { byteLength: number; slice(begin?: number, end?: number): ArrayBuffer; }
interface ArrayBufferConstructor { new (length: number): ArrayBuffer; isView(arg: any): boolean; prototype: ArrayBuffer; }
declare var ArrayBuffer: ArrayBufferConstructor;
interface SharedArrayBuffer extends ArrayBuffer {}
declare var SharedArrayBuffer: { new (length: number): SharedArrayBuffer };
type ArrayBufferLike = ArrayBuffer;
interface ArrayBufferView { buffer: ArrayBuffer; byteLength: number; byteOffset: number; }
interface DataView extends ArrayBufferView {
  getFloat32(o: number, le?: boolean): number; getFloat64(o: number, le?: boolean): number; getInt8(o: number): number; getInt16(o: number, le?: boolean): number;
  getInt32(o: number, le?: boolean): number; getUint8(o: number): number; getUint16(o: number, le?: boolean): number; getUint32(o: number, le?: boolean): number;
  getBigInt64(o: number, le?: boolean): bigint; getBigUint64(o: number, le?: boolean): bigint;
  setFloat32(o: number, v: number, le?: boolean): void; setFloat64(o: number, v: number, le?: boolean): void; setInt8(o: number, v: number): void;
  setInt16(o: number, v: number, le?: boolean): void; setInt32(o: number, v: number, le?: boolean): void; setUint8(o: number, v: number): void;
  setUint16(o: number, v: number, le?: boolean): void; setUint32(o: number, v: number, le?: boolean): void;
}
declare var DataView: { new (buffer: ArrayBuffer, offset?: number, length?: number): DataView };
interface TypedArray extends Iterable<number>, ArrayBufferView {
  __index__(): number;
  at(index: number): number | undefined; copyWithin(target: number, start: number, end?: number): this; entries(): IterableIterator<[number, number]>;
  every(predicate: (value: number, index: number) => unknown): boolean; fill(value: number, start?: number, end?: number): this;
  filter(predicate: (value: number, index: number) => unknown): this; find(predicate: (value: number, index: number) => unknown): number | undefined;
  findIndex(predicate: (value: number, index: number) => unknown): number; forEach(callback: (value: number, index: number) => void): void;
  includes(v: number, from?: number): boolean; indexOf(v: number, from?: number): number; join(separator?: string): string; keys(): IterableIterator<number>;
  lastIndexOf(v: number, from?: number): number; map(callback: (value: number, index: number) => number): this;
  reduce<U>(callback: (previous: U, current: number, index: number) => U, initial?: U): U; reverse(): this; set(array: ArrayLike<number>, offset?: number): void;
  slice(start?: number, end?: number): this; some(predicate: (value: number, index: number) => unknown): boolean; sort(compare?: (a: number, b: number) => number): this;
  subarray(begin?: number, end?: number): this; toString(): string; values(): IterableIterator<number>; toBase64(options?: any): string; toHex(): string; length: number;
}
interface TypedArrayConstructor<T> { new (...args: any[]): T; from(items: any, map?: (v: any, k: number) => number): T; of(...items: number[]): T; fromBase64(text: string, options?: any): T; fromHex(text: string): T; BYTES_PER_ELEMENT: number; prototype: T; }
interface Uint8Array extends TypedArray {}
interface Uint8ClampedArray extends TypedArray {}
interface Int8Array extends TypedArray {}
interface Uint16Array extends TypedArray {}
interface Int16Array extends TypedArray {}
interface Uint32Array extends TypedArray {}
interface Int32Array extends TypedArray {}
interface Float32Array extends TypedArray {}
interface Float64Array extends TypedArray {}
interface BigInt64Array extends TypedArray {}
interface BigUint64Array extends TypedArray {}
declare var Uint8Array: TypedArrayConstructor<Uint8Array>;
declare var Uint8ClampedArray: TypedArrayConstructor<Uint8ClampedArray>;
declare var Int8Array: TypedArrayConstructor<Int8Array>;
declare var Uint16Array: TypedArrayConstructor<Uint16Array>;
declare var Int16Array: TypedArrayConstructor<Int16Array>;
declare var Uint32Array: TypedArrayConstructor<Uint32Array>;
declare var Int32Array: TypedArrayConstructor<Int32Array>;
declare var Float32Array: TypedArrayConstructor<Float32Array>;
declare var Float64Array: TypedArrayConstructor<Float64Array>;
declare var BigInt64Array: TypedArrayConstructor<BigInt64Array>;
declare var BigUint64Array: TypedArrayConstructor<BigUint64Array>;
declare namespace Atomics { function add(a: any, i: number, v: number): number; function load(a: any, i: number): number; function store(a: any, i: number, v: number): number; function wait(a: any, i: number, v: number, t?: number): string; function notify(a: any, i: number, n?: number): number; }
declare namespace WebAssembly { function compile(bytes: any): Promise<any>; function instantiate(bytes: any, imports?: any): Promise<any>; }

declare function eval(text: string): any;
declare function parseInt(text: string, radix?: number): number;
declare function parseFloat(text: string): number;
declare function isNaN(n: number): boolean;
declare function isFinite(n: number): boolean;
declare function decodeURI(text: string): string;
declare function decodeURIComponent(text: string): string;
declare function encodeURI(text: string): string;
declare function encodeURIComponent(text: string | number | boolean): string;
declare function escape(text: string): string;
declare function unescape(text: string): string;
declare var NaN: number;
declare var Infinity: number;
declare var undefined: undefined;
declare var globalThis: any;

type Partial<T> = { [P in keyof T]?: T[P] };
type Required<T> = { [P in keyof T]-?: T[P] };
type Readonly<T> = { readonly [P in keyof T]: T[P] };
type Pick<T, K> = { [P in keyof T]: T[P] };
type Omit<T, K> = { [P in keyof T]: T[P] };
interface Record<K, V> { __elem__(): V; __index__(): V; [key: string]: V; }
type Exclude<T, U> = T;
type Extract<T, U> = T & U;
type NonNullable<T> = T;
type ThisType<T> = T;
type NoInfer<T> = T;
type Uppercase<S> = string;
type Lowercase<S> = string;
type Capitalize<S> = string;
type Uncapitalize<S> = string;
interface ClassDecorator { (target: Function): any; }
interface PropertyDecorator { (target: any, key: string | symbol): void; }
interface MethodDecorator { (target: any, key: string | symbol, descriptor: any): any; }
interface ParameterDecorator { (target: any, key: string | symbol | undefined, index: number): void; }
interface TypedPropertyDescriptor<T> { value?: T; get?: () => T; set?: (v: T) => void; }
declare namespace JSX { interface Element {} interface ElementClass {} interface IntrinsicElements { [name: string]: any } }
