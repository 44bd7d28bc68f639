import type { DeclineReason } from '../../contract/desk/inbox';

/** The reasons for which a clinic declines, as staff choose among them (D-424). */
export const declineLabels: Readonly<Record<DeclineReason, string>> = {
  no_time: 'No time left that day',
  emergency: 'Needs emergency care now',
  not_treated: 'We do not treat this here',
  call_us: 'Please call us first',
  other: 'Another reason',
};
