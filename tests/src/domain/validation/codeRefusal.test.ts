import { expect, it } from 'vitest';
import { errorCodes, errorReplies } from '../../../../src/contract/errors';
import { codeRefusal } from '../../../../src/domain/validation/code';

it('takes a code for wrong or spent only where the server says so', () => {
  const refusals = errorCodes.map((code) => {
    const { status, message } = errorReplies[code];
    return [code, codeRefusal({ kind: 'http', status, code, message, fields: {}, result: undefined })];
  });
  expect(refusals.filter(([, refusal]) => refusal !== 'failed')).toEqual([
    ['VerificationMaximumExceeded', 'exceeded'],
    ['InvalidCode', 'wrong'],
  ]);
  expect(codeRefusal({ kind: 'network', timedOut: true })).toBe('failed');
});
