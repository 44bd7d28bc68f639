type Reading = (state: unknown, ...given: unknown[]) => unknown;
type Slice = { name: string; initialState: unknown; reducers?: object; selectors?: Readonly<Record<string, Reading>> };

/** Makes of a slice what a draw reads: its selectors, and its first state. Its actions do nothing. */
export function createSlice({ name, initialState, reducers = {}, selectors = {} }: Slice) {
  const getInitialState = () => (typeof initialState === 'function' ? (initialState as () => unknown)() : initialState);
  return {
    name,
    getInitialState,
    actions: Object.fromEntries(Object.keys(reducers).map((action) => [action, () => ({ type: action })])),
    selectors: Object.fromEntries(
      Object.entries(selectors).map(([key, read]) => [
        key,
        (state: Readonly<Record<string, unknown>>, ...given: unknown[]) =>
          read(state[name] ?? getInitialState(), ...given),
      ]),
    ),
  };
}
