import { useState, type ReactNode } from 'react';
import { Checkbox } from '../../ui/fields/Checkbox';
import { Dialog } from '../../ui/layout/Dialog';
import { Keycap } from '../item/Keycap';
import { keyLines, type KeyLine } from '../../domain/desk/keyLines';
import { keysNow, useKey, useKeySwitch } from './keys';
import * as css from './KeyList.module.css';

/**
 * The list of the keys of what is on the screen, where single keys can be switched off too. `?` opens it, and whatever
 * calls `show`; `list` is to stand where it is never hidden.
 */
export function useKeyList(): { show: () => void; list: ReactNode } {
  const [shown, setShown] = useState<readonly KeyLine[] | null>(null);
  const { areOn, setOn } = useKeySwitch();
  const show = () => setShown(keyLines(keysNow()));
  useKey('?', 'This list', show);
  const list = (
    <Dialog open={shown !== null} onClose={() => setShown(null)} title="Keys" closeText="Close">
      <Checkbox checked={areOn} onChange={setOn}>
        Single keys do something
      </Checkbox>
      <dl className={css.keys}>
        {shown?.map(({ keys, says }) => (
          <div key={says}>
            <dt>
              {keys.map((key) => (
                <Keycap key={key} isListed>
                  {key}
                </Keycap>
              ))}
            </dt>
            <dd>{says}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
  return { show, list };
}
