import type { MyClinic } from '../../contract/desk/staff';

export interface ItemPaneProps {
  itemId: string;
  clinic: MyClinic;
  /** Opens another item, or none. */
  onOpen: (itemId: string | null) => void;
}

/** Shows an item with all that its answer needs. */
export function ItemPane({ itemId }: ItemPaneProps) {
  return <article aria-label={itemId} />;
}
