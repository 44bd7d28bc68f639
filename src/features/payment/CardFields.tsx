import { Suspense } from 'react';
import { lazyView } from '../../ui/behaviour/lazyView';
import { FormSkeleton } from '../../ui/feedback/Skeleton';
import type { CardFieldsProps } from './provider';

const SandboxCard = lazyView(() => import('./SandboxCard').then((file) => file.SandboxCard));
const StripeCard = lazyView(() => import('./StripeCard').then((file) => file.StripeCard));

/** Shows the card provider's fields, or the sandbox's where no real provider is set up (D-98, D-216). */
export function CardFields(props: CardFieldsProps) {
  return (
    <Suspense fallback={<FormSkeleton label="Loading the card form" />}>
      {props.publicKey === null ? <SandboxCard {...props} /> : <StripeCard {...props} publicKey={props.publicKey} />}
    </Suspense>
  );
}
