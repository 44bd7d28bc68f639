import { describe, expect, test } from 'vitest';
import type { Appointment } from '../../../../src/contract/appointments';
import { emptyDraft, type Draft } from '../../../../src/domain/booking/draft';
import { firstTryText, notTaken } from '../../../../src/domain/booking/firstTry';
import { contactsOnly } from '../../../../src/features/booking/client/requestBodies';

const at = (dateTime: string) => ({
  date: dateTime.slice(0, 10),
  dateTime,
  dateTimeLabel: '10:30am',
  dateTimeProviderId: 'ada',
  roomId: null,
});
const ada = { id: 'ada', firstName: 'Ada' };
const draft: Draft = {
  ...emptyDraft('key'),
  time: at('2026-11-25T16:30:00.000Z'),
  selectedProducts: [{ provider: null, products: [{ id: 'exam', name: 'Exam' }] }],
  customer: { ...contactsOnly({ phoneNumber: '5125550142', email: '' }, { phoneCode: '1' }), petName: 'Biscuit' },
  note: 'Limps',
};
const first: Appointment = {
  id: 'first',
  status: 'ACCEPTED',
  fromDate: '2026-11-25T16:30:00.000Z',
  toDate: '2026-11-25T17:00:00.000Z',
  items: [
    {
      clientId: 'client-1',
      providerId: 'ada',
      metadata: {
        providerName: 'Ada',
        providerAvatar: null,
        productId: 'exam',
        productName: 'Exam',
        patientName: 'Biscuit',
        productTime: 30,
      },
    },
  ],
  providers: [],
  note: 'Limps',
};

describe('what was not taken of a second try (D-97)', () => {
  test.each([
    [{}, {}, []],
    [{ time: at('2026-11-26T16:30:00.000Z') }, {}, ['time']],
    [{ selectedProducts: [{ provider: null, products: [{ id: 'dental', name: 'Dental' }] }] }, {}, ['type']],
    [
      { selectedProducts: [{ provider: { id: 'ben', firstName: 'Ben' }, products: [{ id: 'exam', name: 'Exam' }] }] },
      {},
      ['clinician'],
    ],
    [{ isDropoff: true }, {}, ['dropoff']],
    [{ customer: { ...draft.customer!, petName: 'Rex' } }, {}, ['pet']],
    [{ customer: { ...draft.customer!, petName: ' BISCUIT ' } }, {}, []],
    [{ note: 'Limps and coughs' }, {}, ['note']],
    [{ note: '' }, {}, ['note']],
    [{ note: '' }, { note: null }, []],
    [
      { selectedProducts: [{ provider: ada, products: [{ id: 'exam', name: 'Exam' }] }] },
      { note: 'Limps\nRequested provider: Ada' },
      [],
    ],
  ])('%j against %j', (chosen, booked, missed) => {
    expect(notTaken({ ...draft, ...chosen }, { ...first, ...booked })).toEqual(missed);
  });

  test('is told in a sentence that names each', () => {
    expect(firstTryText([])).toBeNull();
    expect(firstTryText(['pet', 'note'])).toBe(
      'Your first try had reached us, so this is the visit as you chose it first: the other pet and the other note that you chose since were not taken. To change it, please call us.',
    );
  });
});
