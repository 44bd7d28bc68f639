import { memo, useState, type CSSProperties } from 'react';
import type { Held } from '../../domain/desk/inboxList';
import { blocksOf, type Block } from '../../domain/desk/rowBlocks';
import { Row, type RowProps } from './Row';
import * as css from './Rows.module.css';

type Shared = Pick<RowProps, 'now' | 'zone' | 'personId' | 'onOpen'> & {
  held: Held;
  openId: string | null;
  /** The row that Tab leads to. */
  atId: string | null;
  /** The rows with an answer that was not sent. */
  unsent: ReadonlySet<string>;
};

/** Shows a group's rows up to a number, in blocks: what changes in one is drawn there alone, what is out of sight not at all. */
export function Rows({ ids, most, ...shared }: Shared & { ids: readonly string[]; most: number }) {
  const [before, setBlocks] = useState<readonly Block[]>([]);
  const blocks = blocksOf(ids, before);
  if (blocks !== before) setBlocks(blocks);
  const above = (block: Block) => ids.indexOf(block.ids[0]!);
  return blocks.map((block) => above(block) < most && <RowBlock key={block.key} block={block} {...shared} />);
}

type RowBlockProps = Shared & { block: Block };

const RowBlock = memo(function RowBlock(props: RowBlockProps) {
  const { block, held, now, zone, personId, openId, atId, unsent, onOpen } = props;
  return (
    <div className={css.block} role="presentation" style={{ '--rows': block.ids.length } as CSSProperties}>
      {block.ids.map((id) => {
        const row = held.rows.get(id);
        return (
          row && (
            <Row
              key={id}
              row={row}
              now={now}
              zone={zone}
              personId={personId}
              hasDraft={unsent.has(id)}
              isOpen={id === openId}
              isAt={id === atId}
              isGone={held.gone.has(id)}
              onOpen={onOpen}
            />
          )
        );
      })}
    </div>
  );
}, isSame);

/** Whether no row of the block is shown otherwise. */
function isSame(before: RowBlockProps, after: RowBlockProps): boolean {
  const isShared =
    before.block === after.block &&
    before.now === after.now &&
    before.zone === after.zone &&
    before.personId === after.personId &&
    before.onOpen === after.onOpen;
  return (
    isShared &&
    after.block.ids.every(
      (id) =>
        before.held.rows.get(id) === after.held.rows.get(id) &&
        before.held.gone.has(id) === after.held.gone.has(id) &&
        before.unsent.has(id) === after.unsent.has(id) &&
        (before.openId === id) === (after.openId === id) &&
        (before.atId === id) === (after.atId === id),
    )
  );
}
