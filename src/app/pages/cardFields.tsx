import { lazyView } from '../../ui/behaviour/lazyView';
import type { CardFieldsProps } from '../../features/payment/provider';

const CardFields = lazyView(() => import('../../features/payment/CardFields').then((file) => file.CardFields));

/** Renders the card's fields, for steps that take a card. */
export const cardFields = (props: CardFieldsProps) => <CardFields {...props} />;
