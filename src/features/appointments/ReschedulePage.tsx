import { useNavigate, useParams } from 'react-router-dom';
import type { Shop } from '../../contract/shop';
import { shopPhone } from '../../domain/shop/phone';
import { Button } from '../../ui/Button';
import { ChatIcon } from '../../ui/icons/frame';
import { Counter, Screen } from '../../ui/Screen';

/** Rescheduling is by phone or text message (ROUTE-09, D-42). */
export function ReschedulePage({ shop, onTextUs }: { shop: Shop; onTextUs: () => void }) {
  const { appointmentId = '' } = useParams();
  const navigate = useNavigate();
  const phone = shopPhone(shop);
  return (
    <Screen portal title="Reschedule" onBack={() => void navigate(`/${shop.id}/appointments/${encodeURIComponent(appointmentId)}`)}>
      <Counter>
        <p>
          If you need to reschedule your appointment, please call us at: {phone && <a className="num nowrap" href={`tel:${phone.dial}`}>{phone.shown}</a>}
        </p>
        <Button kind="quiet" icon={<ChatIcon />} onClick={onTextUs}>Text us</Button>
      </Counter>
    </Screen>
  );
}
