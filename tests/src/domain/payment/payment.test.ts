import { describe, expect, test } from 'vitest';
import type { PaymentRequest } from '../../../../src/contract/payments';
import {
  amountTitle,
  bankUrl,
  bookedAs,
  depositPolicy,
  formatPaidAt,
  nextLabel,
  paymentTexts,
  returnText,
  standingOf,
} from '../../../../src/domain/payment/payment';

const payment = (given: Partial<PaymentRequest> = {}): PaymentRequest => ({
  id: 'p',
  client_name: null,
  completed_at: null,
  amount: 25,
  confirmation_number: null,
  status: 'pending',
  client_secret: 'seti_1_secret_x',
  ...given,
});
const bank = { type: 'redirect_to_url', redirect_to_url: { url: 'https://bank.example/3ds' } };

test.each([
  [payment({ status: 'complete' }), 'paid'],
  [payment({ status: 'expired', completed_at: '2026-11-21T15:00:00Z' }), 'paid'],
  [payment({ status: 'refunding', completed_at: '2026-11-21T15:00:00Z' }), 'refunded'],
  [payment({ status: 'refunded', completed_at: '2026-11-21T15:00:00Z' }), 'refunded'],
  [payment({ status: 'processing' }), 'processing'],
  [payment({ status: 'requires_action', next_action: bank }), 'bank'],
  [payment({ status: 'requires_action' }), 'processing'],
  [payment(), 'payable'],
  [payment({ status: 'failed' }), 'payable'],
  [payment({ client_secret: null }), 'over'],
  [payment({ status: 'expired' }), 'over'],
  [payment({ status: 'disputed' }), 'over'],
])('DEP-13, D-40: where %o stands: %s', (given, standing) => {
  expect(standingOf(given)).toBe(standing);
});

test.each([
  ['complete', 'Payment succeeded!'],
  ['processing', 'Your payment is processing.'],
  ['failed', 'Your payment was not successful, please try again.'],
  ['pending', 'Your payment was not successful, please try again.'],
  ['requires_action', 'Something went wrong.'],
  ['expired', 'Something went wrong.'],
])('DEP-20, D-99: back from the bank with %s', (status, text) => {
  expect(returnText(payment({ status }))).toBe(text);
});

describe('D-100', () => {
  const policies = (value: Record<string, unknown>) => ({ deposit_collection_policies: value });
  test('DEP-01: the title', () => {
    expect(amountTitle({}, 'exam')).toBe('Deposit Amount');
    expect(amountTitle(policies({ payment_title_name: ' ' }), 'exam')).toBe('Deposit Amount');
    expect(amountTitle(policies({ payment_title_name: 'Consultation Fee' }), 'exam')).toBe('Consultation Fee Amount');
  });
  test('DEP-01, ENT-13: the type’s own title, else the clinic’s', () => {
    const own = [
      { product_id: 'exam', policy: 'Exam', payment_title_name: 'Exam Fee' },
      { product_id: 'dental', payment_title_name: ' ' },
      { product_id: 'other', policy: 'Other' },
    ];
    const both = policies({ payment_title_name: 'Visit', product_policies: own });
    expect(['exam', 'dental', 'other', 'none', null].map((id) => amountTitle(both, id))).toEqual([
      'Exam Fee Amount',
      'Visit Amount',
      'Visit Amount',
      'Visit Amount',
      'Visit Amount',
    ]);
    expect(amountTitle(policies({ product_policies: own }), 'exam')).toBe('Exam Fee Amount');
    expect(amountTitle({}, 'exam')).toBe('Deposit Amount');
  });
  test('DEP-03: the type’s own policy, else the clinic’s, else none', () => {
    const both = policies({
      default: 'Clinic',
      product_policies: [
        { product_id: 'exam', policy: 'Exam' },
        { product_id: 'other', policy: '  ' },
      ],
    });
    expect(depositPolicy(both, 'exam')).toBe('Exam');
    expect(depositPolicy(both, 'other')).toBe('Clinic');
    expect(depositPolicy(both, null)).toBe('Clinic');
    expect(depositPolicy(policies({ default: ' ' }), 'exam')).toBeNull();
    expect(depositPolicy({}, 'exam')).toBeNull();
  });
  test('DEP-08: what the button says', () => {
    expect([
      nextLabel(true, 'scheduled'),
      nextLabel(true, 'requested'),
      nextLabel(false, 'scheduled'),
      nextLabel(false, 'requested'),
      nextLabel(false, null),
    ]).toEqual(['Next step', 'Next step', 'Appointment Confirmation', 'Appointment Request Details', 'Next step']);
  });
  test.each([
    ['REQUESTED', 'requested'],
    ['ACCEPTED', 'scheduled'],
    ['CONFIRMED', 'scheduled'],
    ['SOMETHING_NEW', 'scheduled'],
    ['DECLINED', null],
    ['DELETED', null],
    ['DONE', null],
    [null, null],
    [undefined, null],
  ])('DONE-01, D-40: an appointment that is %s is told as %s', (status, told) => expect(bookedAs(status)).toBe(told));
});

test.each([
  ['2026-11-21T22:30:00Z', 'Nov 21, 04:30 PM'],
  ['2026-11-05T06:05:00Z', 'Nov 05, 12:05 AM'],
  ['2026-07-04T17:00:00Z', 'Jul 04, 12:00 PM'],
])('DEP-07: %s is %s at the clinic', (instant, text) => {
  expect(formatPaidAt(new Date(instant), 'America/Chicago')).toBe(text);
});

test('D-208: the page is left for https, or for its own origin, alone', () => {
  const to = (url: string) =>
    bankUrl(payment({ next_action: { type: 'redirect_to_url', redirect_to_url: { url } } }), 'http://localhost:3000');
  expect(to('https://bank.example/3ds')).toBe('https://bank.example/3ds');
  expect(to('http://localhost:3000/api/demo')).toBe('http://localhost:3000/api/demo');
  expect([
    to('http://bank.example/'),
    to('javascript:alert(1)'),
    to('nonsense'),
    bankUrl(payment(), 'http://localhost:3000'),
  ]).toEqual([null, null, null, null]);
});

test('what a payment says, word for word (DEP-04, DEP-20 to DEP-25)', () => {
  expect(paymentTexts).toMatchObject({
    notAgreed: 'Please accept the deposit policy to continue.',
    alreadyPaid: 'This payment has already been paid. You have not been double-charged.',
    unexpected: 'An unexpected error occurred.',
    agree: 'I understand and agree to the above payment policy.',
  });
});
