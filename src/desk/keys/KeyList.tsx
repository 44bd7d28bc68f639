import { useState, type ReactNode } from 'react';
import { Checkbox } from '../../ui/fields/Checkbox';
import { Dialog } from '../../ui/layout/Dialog';
import { Keycap } from '../item/Keycap';
import { keysNow, useKey, useKeySwitch, type KeyEntry } from './keys';
import * as css from './KeyList.module.css';

/**
 * The list of the keys of what is on the screen, where single keys can be switched off too. `?` opens it, and whatever
 * calls `show`; `list` is to stand where it is never hidden.
 */
export function useKeyList(): { show: () => void; list: ReactNode } {
  const [shown, setShown] = useState<readonly KeyEntry[] | null>(null);
  const { areOn, setOn } = useKeySwitch();
  const show = () => setShown([...new Map(keysNow().map((entry) => [entry.key, entry])).values()]);
  useKey('?', 'This list', show);
  const list = (
    <Dialog open={shown !== null} onClose={() => setShown(null)} title="Keys" closeText="Close">
      <Checkbox checked={areOn} onChange={setOn}>
        Single keys do something
      </Checkbox>
      <dl className={css.keys}>
        {shown?.map(({ key, says }) => (
          <div key={key}>
            <dt>
              <Keycap isListed>{key}</Keycap>
            </dt>
            <dd>{says}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
  return { show, list };
}
