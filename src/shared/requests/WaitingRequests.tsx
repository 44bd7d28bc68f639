import type { Shop } from '../../contract/shop';
import { RequestRows } from './RequestRows';
import { useOutbox } from './useOutbox';

/** The unsent requests of all pets except `shownPet`, whose requests the same screen shows elsewhere (D-06). */
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
