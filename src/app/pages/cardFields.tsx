import { lazyView } from '../../ui/behaviour/lazyView';
import type { CardFieldsProps } from '../../features/payment/provider';

const CardFields = lazyView(() => import('../../features/payment/CardFields').then((file) => file.CardFields));

/** The card's fields, for the steps that take one. */
export const cardFields = (props: CardFieldsProps) => <CardFields {...props} />;
