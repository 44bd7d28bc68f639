import { product, type Overrides } from './clinicFile';

/** A path through the booking: who books, how the clinic takes bookings, and which steps there are. */
export type Path = {
  who: 'new' | 'returning' | 'signed-in';
  mode: 'auto-accept' | 'request';
  /** `before`: paid before anything is saved; `without`: the type lets the request be saved first (DEP-10). */
  deposit: 'none' | 'before' | 'without';
  isInsuranceOffered: boolean;
  hasNotice: boolean;
};

/** Every combination. */
export const allPaths: Path[] = (['new', 'returning', 'signed-in'] as const).flatMap((who) =>
  (['auto-accept', 'request'] as const).flatMap((mode) =>
    (['none', 'before', 'without'] as const).flatMap((deposit) =>
      [false, true].flatMap((isInsuranceOffered) =>
        [false, true].map((hasNotice): Path => ({ who, mode, deposit, isInsuranceOffered, hasNotice })),
      ),
    ),
  ),
);

export const titleOf = ({ who, mode, deposit, isInsuranceOffered, hasNotice }: Path): string =>
  [
    who,
    mode,
    `deposit ${deposit}`,
    ...(isInsuranceOffered ? ['insurance'] : []),
    ...(hasNotice ? ['notice'] : []),
  ].join(', ');

export const limpNotice = {
  id: 'limp',
  keywords: ['limp'],
  product_ids: ['exam'],
  all_products: false,
  action_type: 'info',
  info_message: 'Please keep your pet calm.',
};
export const limpingNote = 'Limping since Sunday';

/** Builds a clinic's settings so that booking an exam for a limping dog takes that path. */
export const clinicOf = ({ mode, deposit, isInsuranceOffered, hasNotice }: Path): Overrides => ({
  shop: {
    metadata: { isAutoAccept: mode === 'auto-accept' },
    feature_settings: {
      deposit_collection_v1_enabled: deposit !== 'none',
      vertical_insure_enabled: isInsuranceOffered,
    },
  },
  products: [
    product({
      id: 'exam',
      name: 'Exam',
      deposit_amount: 25,
      metadata: {
        depositRequiredBeforeBooking: true,
        collectDepositFromNewClients: true,
        collectDepositFromReturningClients: true,
        appointmentRequestWithoutDeposit: deposit === 'without',
      },
    }),
  ],
  keyword_actions: hasNotice ? [limpNotice] : [],
});
