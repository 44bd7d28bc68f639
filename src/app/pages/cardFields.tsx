import { lazy } from 'react';
import type { CardFieldsProps } from '../../features/payment/provider';

const CardFields = lazy(() =>
  import('../../features/payment/CardFields').then((file) => ({ default: file.CardFields })),
);

/** The card's fields, for the steps that take one. */
export const cardFields = (props: CardFieldsProps) => <CardFields {...props} />;
