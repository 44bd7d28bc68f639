import { Component, Suspense, type ComponentType, type ReactNode } from 'react';
import { Button } from '../ui/actions/Button';
import { lazyView } from '../ui/behaviour/lazyView';
import * as css from './later.module.css';

/** Says so where what it holds cannot be drawn, since its code did not come or for another fault. */
class Caught extends Component<
  { beside: ReactNode; onLeave: (() => void) | null; children: ReactNode },
  { hasFailed: boolean }
> {
  override state = { hasFailed: false };

  static getDerivedStateFromError = () => ({ hasFailed: true });

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div className={css.whole}>
        <div className={css.failed} role="alert">
          <p>This part did not load. Nothing that you wrote is lost.</p>
          <Button kind="quiet" onClick={() => location.reload()}>
            Try again
          </Button>
          {this.props.onLeave && (
            <Button kind="quiet" onClick={this.props.onLeave}>
              Back to the list
            </Button>
          )}
        </div>
        {this.props.beside}
      </div>
    );
  }
}

/**
 * Makes a part of the desk whose code comes when it is first drawn, or earlier with `fetch`, which rejects if it does
 * not come: what the first list does not need. What it is given as `undo` stays where it cannot be drawn, and `onOpen` with
 * null leads back to the list, which an item covers on a phone.
 */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const View = lazyView(load);
  const Later = (props: Props) => {
    const { undo, onOpen } = props as { undo?: ReactNode; onOpen?: (itemId: null) => void };
    return (
      <Caught beside={undo} onLeave={onOpen ? () => onOpen(null) : null}>
        <Suspense>
          <View {...props} />
        </Suspense>
      </Caught>
    );
  };
  return Object.assign(Later, { fetch: View.fetch });
}
