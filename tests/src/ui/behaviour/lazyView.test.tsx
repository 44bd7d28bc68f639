// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { Component, Suspense, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lazyView } from '../../../../src/ui/behaviour/lazyView';

const Hello = ({ name }: { name: string }) => <p>Hello {name}</p>;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
  document.head.replaceChildren();
});

/** A view whose code is lost the first `failures` times. */
function viewAfter(failures: number) {
  const load = vi.fn(async () => {
    if (load.mock.calls.length <= failures) throw new Error('lost on the way');
    return Hello;
  });
  return { View: lazyView(load), load };
}

class Failed extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };
  static getDerivedStateFromError = () => ({ hasFailed: true });
  override render = () => (this.state.hasFailed ? <p>Failed</p> : this.props.children);
}
const draw = (View: typeof Hello) =>
  render(
    <Failed>
      <Suspense fallback={<p>Loading</p>}>
        <View name="Biscuit" />
      </Suspense>
    </Failed>,
  );
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it('asks for code that did not come twice more, later each time', async () => {
  const { View, load } = viewAfter(2);
  await act(async () => void draw(View));
  expect([screen.queryByText('Loading') !== null, load.mock.calls.length]).toEqual([true, 1]);
  await wait(1000);
  expect(load).toHaveBeenCalledTimes(2);
  await wait(3000);
  expect(screen.queryByText('Hello Biscuit')).not.toBeNull();
});

it('waits for a network where there is none, and then asks for the code as often as ever', async () => {
  const { View, load } = viewAfter(4);
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await act(async () => void draw(View));
  await wait(60_000);
  expect([screen.queryByText('Loading') !== null, load.mock.calls.length]).toEqual([true, 1]);
  window.dispatchEvent(new Event('online'));
  await wait(60_000);
  expect([screen.queryByText('Loading') !== null, load.mock.calls.length]).toEqual([true, 2]);
  onLine.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  await wait(4000);
  expect([screen.queryByText('Hello Biscuit') !== null, load.mock.calls.length]).toEqual([true, 5]);
});

it('throws where it is drawn when the code does not come then either', async () => {
  const { View, load } = viewAfter(9);
  await act(async () => void draw(View));
  await wait(4000);
  expect([screen.queryByText('Failed') !== null, load.mock.calls.length]).toEqual([true, 3]);
});

it('is drawn at once where its code was fetched before', async () => {
  const { View } = viewAfter(0);
  await View.fetch();
  draw(View);
  expect(screen.queryByText('Hello Biscuit')).not.toBeNull();
});

it('asks again for a style sheet that did not come, before the code', async () => {
  const sheet = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/assets/part.css' });
  document.head.append(sheet);
  const { View, load } = viewAfter(1);
  await act(async () => void draw(View));
  sheet.dispatchEvent(new Event('error'));
  await wait(1000);
  expect([sheet.isConnected, load.mock.calls.length]).toEqual([false, 1]);
  const again = document.head.querySelector<HTMLLinkElement>('link[rel=stylesheet]')!;
  expect(again.href).toBe(sheet.href);
  await act(async () => void again.dispatchEvent(new Event('load')));
  expect(screen.queryByText('Hello Biscuit')).not.toBeNull();
});
