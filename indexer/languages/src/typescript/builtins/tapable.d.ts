// Written by hand: what a hook passes to the functions that are tapped into it. Names and signatures are facts of tapable, licensed under MIT.

declare class Hook<T, R> {
  constructor(args?: string[], name?: string);
  name: string;
  taps: any[];
  intercept(interceptor: any): void;
  isUsed(): boolean;
  withOptions(options: any): this;
  tap(options: any, fn: (...args: T) => R): void;
}
declare class AsyncHook<T, R> extends Hook<T, R> {
  tapAsync(options: any, fn: (...args: T) => void): void;
  tapPromise(options: any, fn: (...args: T) => Promise<R>): void;
  callAsync(...args: any[]): void;
  promise(...args: T): Promise<R>;
}
export class SyncHook<T, R = void> extends Hook<T, R> {
  call(...args: T): R;
}
export class SyncBailHook<T, R> extends SyncHook<T, R> {}
export class SyncLoopHook<T> extends SyncHook<T, void> {}
export class SyncWaterfallHook<T, R = T[0]> extends SyncHook<T, R> {}
export class AsyncParallelHook<T> extends AsyncHook<T, void> {}
export class AsyncParallelBailHook<T, R> extends AsyncHook<T, R> {}
export class AsyncSeriesHook<T> extends AsyncHook<T, void> {}
export class AsyncSeriesBailHook<T, R> extends AsyncHook<T, R> {}
export class AsyncSeriesLoopHook<T> extends AsyncHook<T, void> {}
export class AsyncSeriesWaterfallHook<T, R = T[0]> extends AsyncHook<T, R> {}
export class HookMap<H> {
  constructor(factory: (key: any, hookMap: HookMap<H>) => H, name?: string);
  for(key: any): H;
  get(key: any): H | undefined;
  intercept(interceptor: any): void;
  isUsed(): boolean;
}
export class MultiHook<H> {
  constructor(hooks: H[], name?: string);
  tap(options: any, fn: Function): void;
  tapAsync(options: any, fn: Function): void;
  tapPromise(options: any, fn: Function): void;
  isUsed(): boolean;
  withOptions(options: any): this;
}
