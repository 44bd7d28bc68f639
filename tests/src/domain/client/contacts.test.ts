import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { User, WaitingContact } from '../../../../src/contract/auth';
import { changedContact, isUsed, usedContact } from '../../../../src/domain/client/contacts';

const user = (given: Partial<User> = {}): User => ({
  id: 'u',
  firstName: 'Jo',
  email: 'jo@old.example',
  phoneCode: '1',
  phoneNumber: '5125550142',
  avatar: null,
  is_guest: false,
  ...given,
});
const email = (text: string): WaitingContact => ({ email: text, phoneCode: null, phoneNumber: null });
const phone = (phoneNumber: string, phoneCode = '1'): WaitingContact => ({ email: null, phoneCode, phoneNumber });
const typed = (given: { email?: string; phoneNumber?: string }) => ({
  email: 'jo@old.example',
  phoneCode: '1',
  phoneNumber: '5125550142',
  ...given,
});

describe('the contact in use (D-401, D-402)', () => {
  it("is the account's own, whatever waits to replace it", () => {
    expect(usedContact(user(), null, 'email')).toEqual(email('jo@old.example'));
    expect(usedContact(user({ waiting: [email('jo@new.example')] }), null, 'email')).toEqual(email('jo@old.example'));
    expect(usedContact(user({ waiting: [phone('5125550177')] }), null, 'phone')).toEqual(phone('5125550142'));
  });

  it("is the clinic's where the account's own waits for its code, and none where the clinic has none", () => {
    const owner = user({ email: 'Jo@new.example', waiting: [email('jo@new.example')] });
    expect(usedContact(owner, { email: 'jo@clinic.example', phone: null }, 'email')).toEqual(
      email('jo@clinic.example'),
    );
    expect(usedContact(owner, { email: 'jo@new.example', phone: null }, 'email')).toBeNull();
    expect(usedContact(owner, null, 'email')).toBeNull();
    expect(
      usedContact(user({ phoneCode: null, phoneNumber: null }), { email: null, phone: '+15125550188' }, 'phone'),
    ).toEqual(phone('5125550188'));
  });
});

describe('a contact that was changed in the form (D-402)', () => {
  it('is the one that waits and was put into the form, the phone before the e-mail', () => {
    const owner = user({ waiting: [phone('5125550177'), email('jo@new.example')] });
    expect(changedContact(owner, null, typed({ email: 'jo@new.example', phoneNumber: '5125550177' }))).toEqual({
      kind: 'phone',
      changed: phone('5125550177'),
      used: phone('5125550142'),
    });
    expect(changedContact(owner, null, typed({ email: 'JO@new.example' }))).toMatchObject({
      kind: 'email',
      used: email('jo@old.example'),
    });
  });

  it('is none where the form says what is used, or what was only added beside it', () => {
    expect(changedContact(user({ waiting: [email('jo@new.example')] }), null, typed({}))).toBeNull();
    expect(
      changedContact(
        user({ email: 'jo@new.example', waiting: [email('jo@new.example')] }),
        null,
        typed({ email: 'jo@new.example' }),
      ),
    ).toBeNull();
  });

  it('never asks for the contact in use, and always for another one that waits', () => {
    const digits = fc.stringMatching(/^[2-9]\d{9}$/);
    fc.assert(
      fc.property(digits, digits, digits, (own, waits, said) => {
        const owner = user({ phoneNumber: own, waiting: own === waits ? [] : [phone(waits)] });
        const found = changedContact(owner, null, typed({ phoneNumber: said }));
        if (isUsed(owner, null, 'phone', typed({ phoneNumber: said }))) expect(found).toBeNull();
        expect(found !== null).toBe(said === waits && waits !== own);
      }),
    );
    fc.assert(
      fc.property(digits, digits, (own, waits) => {
        fc.pre(own !== waits);
        expect(
          changedContact(user({ phoneNumber: own, waiting: [phone(waits)] }), null, typed({ phoneNumber: waits }))?.used
            .phoneNumber,
        ).toBe(own);
      }),
    );
  });
});
