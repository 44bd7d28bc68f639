import type { Shop } from '../../contract/shop';
import { RequestRows } from './RequestRows';
import { useOutbox } from './useOutbox';

/** What has not been sent yet, of all pets (D-06). `shownPet` is the one whose own requests stand on the same screen. */
export function WaitingRequests({ shop, shownPet = null }: { shop: Shop; shownPet?: string | null }) {
  const { entries } = useOutbox();
  const elsewhere = entries.filter(
    (entry) => entry.state !== 'sent' && !(entry.kind === 'requestRefill' && entry.payload.patient_id === shownPet),
  );
  const title = elsewhere.some(({ state }) => state === 'waiting')
    ? 'Waiting requests'
    : 'Requests that need attention';
  return <RequestRows shop={shop} entries={elsewhere} title={title} />;
}
