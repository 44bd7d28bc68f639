import { useSelector } from 'react-redux';
import { authApi } from '../../api/auth';
import { offlineReason, selectIsOnline } from '../../api/connection';
import { selectOwner } from '../../api/session';
import type { Shop } from '../../contract/shop';
import { isEnabled } from '../../domain/shop/settings';
import { shopPhone } from '../../domain/shop/phone';
import { splitName } from '../../domain/validation/name';
import { activePets } from '../../domain/validation/clientInfo';
import { Button, LinkButton } from '../../ui/Button';
import { EmptyState } from '../../ui/EmptyState';
import { Notice } from '../../ui/Notice';
import { Above, Counter, Screen } from '../../ui/Screen';
import { RowsSkeleton } from '../../ui/Skeleton';
import './pets.css';

/** The owner's pets (PETS-01, PETS-02, PETS-09, D-22, D-120). Where the clinic has no portal: its phone and text-us (D-33). */
export function PetsPage({ shop, onTextUs }: { shop: Shop; onTextUs: () => void }) {
  const owner = useSelector(selectOwner);
  const isOnline = useSelector(selectIsOnline);
  const { data, isError, isFetching, refetch } = authApi.useClientByUserQuery({ query: { user_id: owner?.id ?? '' } }, { skip: !owner });
  const phone = shopPhone(shop);
  if (!isEnabled(shop.feature_settings, 'pet_portal_enabled')) {
    return (
      <Screen portal>
        <Above>
          <h1 className="display">My Pets</h1>
        </Above>
        <Counter>
          <p>{`Please contact ${shop.name} about your pets' records.`}</p>
          {phone && <LinkButton href={`tel:${phone.dial}`}>{phone.shown}</LinkButton>}
          <Button kind="quiet" onClick={onTextUs}>Text us</Button>
        </Counter>
      </Screen>
    );
  }
  const firstName = data?.first_name ?? (data === undefined ? splitName(owner?.firstName ?? '').first : '');
  const greeting = firstName ? `Hello, ${firstName}!` : `Hello! Schedule an appointment with ${shop.name} to get started.`;
  const pets = activePets(data ?? null);
  const canBook = !isEnabled(shop.feature_settings, 'online_booking_disabled');
  return (
    <Screen portal>
      <Above>
        <h1 className="display">{greeting}</h1>
      </Above>
      <Counter>
        {data === undefined && isFetching && <RowsSkeleton label="Loading your pets" />}
        {isError && !isFetching && (
          <Notice kind={isOnline ? 'error' : 'hint'} action={isOnline ? <Button kind="quiet" small onClick={() => void refetch()}>Try again</Button> : undefined}>
            {isOnline ? "We couldn't load your pets." : offlineReason}
          </Notice>
        )}
        {data && pets.length === 0 && (
          <EmptyState
            title={`You currently have no active pets at ${shop.name}. Please give us a call at ${phone?.shown ?? shop.phone}, or schedule an appointment using the button below.`}
            action={canBook && <LinkButton href={`/${shop.id}`}>Schedule an appointment</LinkButton>}
          />
        )}
        <ul className="pets">
          {pets.map((pet) => (
            <li key={pet.id}>
              <b>{pet.name}</b>
              {pet.breed && <span className="soft">{pet.breed}</span>}
            </li>
          ))}
        </ul>
      </Counter>
    </Screen>
  );
}
