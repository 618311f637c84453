// Written by hand: what passes values on in React. Names and signatures are facts of React, licensed under MIT.

import * as React from "react";
export default React;

export type Key = string | number;
export interface RefObject<T> { current: T; }
export interface MutableRefObject<T> { current: T; }
export type RefCallback<T> = (instance: T | null) => any;
export type Ref<T> = RefCallback<T> | RefObject<T>;
export type ForwardedRef<T> = RefCallback<T> | MutableRefObject<T>;
export type LegacyRef<T> = Ref<T>;
export type Dispatch<A> = (value: A) => void;
export type SetStateAction<S> = S | ((previous: S) => S);
export type Reducer<S, A> = (state: S, action: A) => S;
export type PropsWithChildren<P = any> = P & { children?: any };
export type PropsWithRef<P> = P;
export type PropsWithoutRef<P> = P;

export interface FunctionComponent<P = any> { (props: P, context?: any): any; displayName?: string; defaultProps?: P; propTypes?: any; contextTypes?: any; }
export type FC<P = any> = FunctionComponent<P>;
export type SFC<P = any> = FunctionComponent<P>;
export type VFC<P = any> = FunctionComponent<P>;
export interface ComponentClass<P = any, S = any> { new (props: P): Component<P, S>; displayName?: string; defaultProps?: P; }
export type ComponentType<P = any> = FunctionComponent<P>;
export interface ForwardRefRenderFunction<T, P = any> { (props: P, ref: ForwardedRef<T>): any; displayName?: string; }
export interface Provider<T> { (props: { value: T; children?: any }): any; }
export interface Consumer<T> { (props: { children: (value: T) => any }): any; }
export interface Context<T> { Provider: Provider<T>; Consumer: Consumer<T>; displayName?: string; __value__: T; }
export type ContextType<C> = C["__value__"];

export class Component<P = any, S = any, SS = any> {
  static contextType?: any;
  constructor(props: P, context?: any);
  context: any;
  readonly props: P;
  state: S;
  refs: any;
  setState(state: S | ((previous: S, props: P) => any), callback?: () => void): void;
  forceUpdate(callback?: () => void): void;
  render(): any;
}
export class PureComponent<P = any, S = any, SS = any> extends Component<P, S, SS> {}

export function createContext<T>(value: T): Context<T>;
export function createRef<T>(): RefObject<T>;
export function forwardRef<T, P>(render: (props: P, ref: ForwardedRef<T>) => any): FunctionComponent<P>;
export function memo<T>(component: T, equal?: (before: any, after: any) => boolean): T;
export function lazy<T>(load: () => Promise<{ default: T }>): T;
export function use<T>(usable: Context<T>): T;
export function use<T>(usable: Promise<T>): T;
export function useCallback<T>(callback: T, dependencies: any): T;
export function useContext<T>(context: Context<T>): T;
export function useDeferredValue<T>(value: T): T;
export function useEffect(effect: () => any, dependencies?: any): void;
export function useEffectEvent<T>(callback: T): T;
export function useImperativeHandle<T>(ref: any, make: () => T, dependencies?: any): void;
export function useInsertionEffect(effect: () => any, dependencies?: any): void;
export function useLayoutEffect(effect: () => any, dependencies?: any): void;
export function useMemo<T>(make: () => T, dependencies: any): T;
export function useReducer<S, A>(reducer: (state: S, action: A) => S, initial: S, init?: any): [S, Dispatch<A>];
export function useRef<T>(value: T): MutableRefObject<T>;
export function useRef<T>(): MutableRefObject<T>;
export function useState<S>(initial: () => S): [S, Dispatch<SetStateAction<S>>];
export function useState<S>(initial: S): [S, Dispatch<SetStateAction<S>>];
export function useState<S>(): [S, Dispatch<SetStateAction<S>>];
export function useSyncExternalStore<T>(subscribe: (notify: () => void) => any, read: () => T, readOnServer?: () => T): T;
