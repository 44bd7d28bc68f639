import { useState } from 'react';
import type { WaitingContact } from '../../contract/auth';
import { AccountPage } from '../../features/account/AccountPage';
import { ContactCode } from '../../features/signIn/ContactCode';
import { useShop, useSignOut } from '../clinic/shopContext';

/** My Account. A waiting contact is proved on the code screen, which belongs to the sign-in feature (D-402). */
export function Account() {
  const shop = useShop();
  const onSignOut = useSignOut();
  const [contact, setContact] = useState<WaitingContact | null>(null);
  if (contact) return <ContactCode contact={contact} onDone={() => setContact(null)} />;
  return <AccountPage shop={shop} onCodeSent={setContact} onSignOut={onSignOut} />;
}
