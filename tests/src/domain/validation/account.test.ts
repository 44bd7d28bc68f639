import { describe, expect, it } from 'vitest';
import {
  AccountValues,
  ForgotValues,
  localDigits,
  LoginValues,
  NewPasswordValues,
  SignUpValues,
  usernameOf,
} from '../../../../src/domain/validation/account';
import { fieldErrors } from '../../../../src/domain/validation/fieldErrors';

const many = (count: number): string => 'x'.repeat(count);
const signUp = (given: Partial<SignUpValues>) =>
  fieldErrors(SignUpValues, {
    phoneCode: '1',
    phoneNumber: '512-555-0142',
    email: '',
    password: 'biscuit-1',
    confirm: 'biscuit-1',
    ...given,
  });

describe('login', () => {
  it.each([
    ['LOGIN-05', { username: '', password: 'x' }, { username: 'Please enter your phone or email' }],
    ['LOGIN-05', { username: '   ', password: 'x' }, { username: 'Please enter your phone or email' }],
    ['LOGIN-06', { username: many(256), password: 'x' }, { username: 'Please enter within 255 characters' }],
    ['LOGIN-06', { username: many(255), password: 'x' }, {}],
    ['LOGIN-07', { username: 'a', password: '' }, { password: 'Password is required' }],
    ['LOGIN-08', { username: 'a', password: many(256) }, { password: 'Please enter within 255 characters' }],
    ['LOGIN-08', { username: 'a', password: many(255) }, {}],
    [
      'a blank form as final-form keeps it',
      {},
      { username: 'Please enter your phone or email', password: 'Password is required' },
    ],
  ])('%s: %j', (_rule, values, errors) => {
    expect(fieldErrors(LoginValues, { username: undefined, password: undefined, ...values })).toEqual(errors);
  });

  it.each([
    ['512-555-0142', '1;512-555-0142'],
    [' 5125550142 ', '1;5125550142'],
    ['riley@example.com', 'riley@example.com'],
    [' riley@example.com ', 'riley@example.com'],
    ['riley@', '1;riley@'],
    ['<riley@example.com>,', 'riley@example.com'],
    ['josé@example.com', 'josé@example.com'],
    ['+44 20 7946 0958', '1;+44 20 7946 0958'],
  ])('sends %j as %j (LOGIN-09)', (typed, sent) => {
    expect(usernameOf(typed)).toBe(sent);
  });
});

describe('sign-up', () => {
  it.each([
    ['all well', {}, {}],
    ['SIGNUP-03', { phoneNumber: '' }, { phoneNumber: 'Phone is required' }],
    ['SIGNUP-06', { phoneNumber: '+1' }, { phoneNumber: 'Please enter your phone number' }],
    ['SIGNUP-06', { phoneNumber: '( )' }, { phoneNumber: 'Please enter your phone number' }],
    ['SIGNUP-06', { phoneCode: '44', phoneNumber: '+44 ' }, { phoneNumber: 'Please enter your phone number' }],
    ['SIGNUP-04', { phoneNumber: '512555014' }, { phoneNumber: 'Please enter at least 10 digits' }],
    ['SIGNUP-04', { phoneNumber: '+1 512555014' }, { phoneNumber: 'Please enter at least 10 digits' }],
    ['SIGNUP-04', { phoneNumber: '+1 (512) 555-0142' }, {}],
    ['SIGNUP-05', { phoneCode: '49', phoneNumber: '1234567890123456' }, { phoneNumber: 'Max 15 characters' }],
    ['SIGNUP-05', { phoneCode: '49', phoneNumber: '123456789012345', email: 'a@b.de' }, {}],
    ['SIGNUP-08', { email: '' }, {}],
    ['SIGNUP-09', { email: 'riley@' }, { email: 'Please enter correct email format' }],
    ['SIGNUP-10', { email: `${many(250)}@b.com` }, { email: 'Please enter within 255 characters' }],
    [
      'SIGNUP-11',
      { password: '', confirm: '' },
      { password: 'Password is required', confirm: 'Confirm password is required' },
    ],
    ['SIGNUP-12', { password: 'biscuit', confirm: 'biscuit' }, { password: 'Please enter at least 8 characters' }],
    ['SIGNUP-13', { password: many(256), confirm: many(256) }, { password: 'Please enter within 255 characters' }],
    ['SIGNUP-13', { password: many(255), confirm: many(255) }, {}],
    ['SIGNUP-14', { confirm: '' }, { confirm: 'Confirm password is required' }],
    ['SIGNUP-15', { confirm: 'biscuit-2' }, { confirm: 'Passwords mismatch' }],
    ['D-403', { phoneCode: '49', phoneNumber: '15123456789' }, {}],
    ['D-403', { phoneNumber: '+44 7700 900123' }, { phoneNumber: 'Please enter a valid 10-digit phone number' }],
    [
      'D-403',
      { phoneCode: '44', phoneNumber: '0049 151 23456789' },
      { phoneNumber: 'Please enter a valid 10-digit phone number' },
    ],
    ['D-403', { phoneNumber: '25125550134' }, { phoneNumber: 'Please enter a valid 10-digit phone number' }],
    [
      'D-24',
      { phoneCode: '49', phoneNumber: '123456789012345' },
      { email: "We can't send a code to this number. Please enter your email too." },
    ],
  ])('%s: %j', (_rule, given, errors) => {
    expect(signUp(given)).toEqual(errors);
  });

  it.each([
    ['512-555-0142', '1', '5125550142'],
    ['1 512 555 0142', '1', '5125550142'],
    ['+44 7700 900123', '44', '7700900123'],
    ['0441234567', '44', '0441234567'],
  ])('reads %j beside +%s as %s', (typed, code, digits) => {
    expect(localDigits(typed, code)).toBe(digits);
  });
});

describe('forgot password', () => {
  it.each([
    ['FORGOT-07', '', 'Please enter your phone number or email'],
    ['FORGOT-08', many(256), 'Please enter within 255 characters'],
  ])('%s', (_rule, username, error) => {
    expect(fieldErrors(ForgotValues, { username })).toEqual({ username: error });
  });

  it('asks for a new password as sign-up does (FORGOT-09)', () => {
    expect(fieldErrors(NewPasswordValues, { password: 'short', confirm: 'other' })).toEqual({
      password: 'Please enter at least 8 characters',
      confirm: 'Passwords mismatch',
    });
  });
});

describe('the account page (ACCT-05 to ACCT-14)', () => {
  const errorsOf = (more: object) =>
    fieldErrors(AccountValues, {
      firstName: 'Alex Stone',
      phoneCode: '1',
      phoneNumber: '5125550122',
      email: 'alex@example.com',
      ...more,
    });
  it.each([
    [{}, {}],
    [{ firstName: '  ' }, { firstName: 'Name is required' }],
    [{ firstName: ` ${'a'.repeat(255)} ` }, {}],
    [{ firstName: 'a'.repeat(256) }, { firstName: 'Please enter within 255 characters' }],
    [{ phoneNumber: '' }, { phoneNumber: 'Phone is required' }],
    [{ phoneNumber: '+1' }, { phoneNumber: 'Please enter your phone number' }],
    [{ phoneNumber: '512555' }, { phoneNumber: 'Please enter at least 10 digits' }],
    [{ phoneNumber: '5'.repeat(16) }, { phoneNumber: 'Max 15 characters' }],
    [{ email: '' }, { email: 'Please enter your email' }],
    [{ email: 'alex' }, { email: 'Please enter correct email format' }],
    [{ email: `${'a'.repeat(250)}@example.com` }, { email: 'Please enter within 255 characters' }],
  ])('%j', (more, errors) => {
    expect(errorsOf(more)).toEqual(errors);
  });
});
