// Written by hand: one module of Node. Names and signatures are facts of Node, licensed under MIT.

// Node's `events`: its methods give the emitter back.
export class EventEmitter<T = any> {
  static defaultMaxListeners: number;
  static once(emitter: any, event: string | symbol, options?: any): Promise<any[]>;
  static on(emitter: any, event: string | symbol, options?: any): AsyncIterableIterator<any[]>;
  static listenerCount(emitter: any, event: string | symbol): number;
  static setMaxListeners(count: number, ...emitters: any[]): void;
  constructor(options?: any);
  addListener(event: string | symbol, listener: (...args: any[]) => void): this;
  on(event: string | symbol, listener: (...args: any[]) => void): this;
  once(event: string | symbol, listener: (...args: any[]) => void): this;
  removeListener(event: string | symbol, listener: (...args: any[]) => void): this;
  off(event: string | symbol, listener: (...args: any[]) => void): this;
  removeAllListeners(event?: string | symbol): this;
  setMaxListeners(count: number): this;
  getMaxListeners(): number;
  listeners(event: string | symbol): Function[];
  rawListeners(event: string | symbol): Function[];
  emit(event: string | symbol, ...args: any[]): boolean;
  listenerCount(event: string | symbol, listener?: Function): number;
  prependListener(event: string | symbol, listener: (...args: any[]) => void): this;
  prependOnceListener(event: string | symbol, listener: (...args: any[]) => void): this;
  eventNames(): (string | symbol)[];
}
export function once(emitter: any, event: string | symbol, options?: any): Promise<any[]>;
export function on(emitter: any, event: string | symbol, options?: any): AsyncIterableIterator<any[]>;
export default EventEmitter;
