import { useSelector } from 'react-redux';
import { selectOwner } from '../../api/session';
import { formatPhone } from '../../domain/validation/phone';
import { Above, Counter, Screen } from '../../ui/Screen';
import { TextField } from '../../ui/TextField';

const unchanged = () => undefined;

/** The owner as the clinic knows them; to be changed by the clinic (ACCT-01, ACCT-02). */
export function AccountPage() {
  const owner = useSelector(selectOwner);
  return (
    <Screen portal>
      <Above>
        <h1 className="display">My Account</h1>
      </Above>
      <Counter>
        <TextField label="Full name" value={owner?.firstName ?? ''} onChange={unchanged} disabled />
        <TextField label="Mobile phone" type="tel" value={formatPhone(owner?.phoneNumber ?? '')} onChange={unchanged} disabled />
        <TextField label="Email" type="email" value={owner?.email ?? ''} onChange={unchanged} disabled />
      </Counter>
    </Screen>
  );
}
