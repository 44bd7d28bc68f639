import { useState } from 'react';
import { Checkbox } from '../../ui/fields/Checkbox';
import { KeyIcon } from '../../ui/icons/desk';
import { Dialog } from '../../ui/layout/Dialog';
import { Keycap } from '../item/Keycap';
import { keysNow, useKey, useKeySwitch, type KeyEntry } from './keys';
import * as css from './KeyList.module.css';

/** The button, and `?`, that list the keys of what is on the screen; single keys can be switched off there. */
export function KeyList({ className }: { className: string | undefined }) {
  const [shown, setShown] = useState<readonly KeyEntry[] | null>(null);
  const { areOn, setOn } = useKeySwitch();
  const show = () => setShown([...new Map(keysNow().map((entry) => [entry.key, entry])).values()]);
  useKey('?', 'This list', show);
  return (
    <>
      <button type="button" className={className} onClick={show} aria-keyshortcuts="?">
        <KeyIcon size={20} />
        <span>Keys</span>
      </button>
      <Dialog open={shown !== null} onClose={() => setShown(null)} title="Keys" closeText="Close">
        <Checkbox checked={areOn} onChange={setOn}>
          Single keys do something
        </Checkbox>
        <dl className={css.keys}>
          {shown?.map(({ key, says }) => (
            <div key={key}>
              <dt>
                <Keycap>{key}</Keycap>
              </dt>
              <dd>{says}</dd>
            </div>
          ))}
        </dl>
      </Dialog>
    </>
  );
}
