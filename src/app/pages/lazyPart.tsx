import { lazy, useState, type ComponentType } from 'react';

/**
 * A part of the app whose code comes when it is needed, or before with `fetch`. Once it is there it is drawn at once: `lazy`
 * alone would draw nothing first, and React keeps that for 300 ms before it draws what has come meanwhile.
 */
export function fetched<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let part: ComponentType<Props> | null = null;
  const fetch = () => load().then((view) => (part = view));
  const Late = lazy(() => fetch().then((view) => ({ default: view }))) as unknown as ComponentType<Props>;
  const Part = (props: Props) => {
    const [View] = useState(() => part ?? Late);
    return <View {...props} />;
  };
  return Object.assign(Part, { fetch });
}
