import { expect, it } from 'vitest';
import { unmadeWords } from '../../../../src/domain/desk/passkeyWords';

it.each([
  ['InvalidStateError', /^No passkey was made\. This device has a passkey of yours already\./],
  ['NotAllowedError', /^No passkey was made\. .* Try again/],
  ['Strange', 'No passkey was made. Try again, or sign in with a code as before.'],
])('says why a device made no passkey and what to do: %s', (error, words) => {
  expect(unmadeWords(error)).toMatch(words);
});
