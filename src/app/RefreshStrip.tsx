import { useNavigate } from 'react-router-dom';
import { SIGN_IN_TO_REFRESH } from '../api/blocked';
import { Banner } from '../ui/Banner';
import { ClockIcon } from '../ui/icons/booking';
import { useShop } from './shopContext';

/** Above the saved records of a session that ran out (D-01). Signing in leads back to them (D-09). */
export function RefreshStrip({ page }: { page: 'pets' | 'appointments' }) {
  const navigate = useNavigate();
  const shop = useShop();
  return (
    <Banner icon={<ClockIcon />} action={{ text: SIGN_IN_TO_REFRESH, onPress: () => void navigate(`/${shop.id}?redirect=${page}`) }}>
      You have been signed out. These are your saved records.
    </Banner>
  );
}
