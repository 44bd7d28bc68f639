/**
 * What the components of an owner's pages use of React, for one draw to text (../toHtml.ts): state has its first value,
 * effects never run, and nothing is drawn twice. The build of the worker's drawing puts this in React's place.
 */

export type Element = { type: unknown; props: Props; key: unknown };
export type Props = { readonly [name: string]: unknown };
export type Context = { current: unknown; Provider: Context };

export const Fragment = Symbol.for('react.fragment');
export const Suspense = Fragment;

export const jsx = (type: unknown, props: Props, key?: unknown): Element => ({ type, props, key });
export const jsxs = jsx;

/** Makes a context. Its value is the nearest provider's while that one's children are drawn. */
export function createContext(value: unknown): Context {
  const context = { current: value } as Context;
  context.Provider = context;
  return context;
}

export const useContext = (context: Context): unknown => context.current;
export const useState = (first: unknown): readonly [unknown, () => void] => [
  typeof first === 'function' ? (first as () => unknown)() : first,
  nothing,
];
export const useMemo = (make: () => unknown): unknown => make();
export const useCallback = (call: unknown): unknown => call;
export const useRef = (current: unknown): { current: unknown } => ({ current });
export const useSyncExternalStore = (_: unknown, read: () => unknown): unknown => read();

let ids = 0;
export const useId = (): string => `saved${(ids += 1)}`;
/** Begins a draw: ids are counted anew. */
export const beginAnew = (): void => void (ids = 0);

const nothing = (): void => undefined;
export const useEffect = nothing;
export const useLayoutEffect = nothing;
export const useEffectEvent = (): (() => void) => nothing;
