import type { Shop } from '../../src/contract/shop';

/** A clinic as its portal shows it; a test writes only what it cares about. */
export function exampleShop(more: Partial<Shop> = {}): Shop {
  return {
    id: 'oakwood',
    name: 'Oakwood Animal Hospital',
    avatar: null,
    phone: '+15125550100',
    phoneCode: '1',
    phoneNumber: '5125550100',
    url: 'https://oakwoodanimal.example',
    address: '1420 Oakwood Avenue, Austin',
    timezone: 'America/Chicago',
    is_demo: false,
    metadata: {
      isAutoAccept: true,
      isBookingAnyone: true,
      isBookingShowProductPrice: true,
      isBookingShowProductDuration: true,
    },
    location: [],
    feature_settings: { hold_time_slots_enabled: true },
    ...more,
  };
}
