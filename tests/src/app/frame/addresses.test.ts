import { describe, expect, it } from 'vitest';
import { loginHref, scheduleHref } from '../../../../src/app/frame/addresses';

describe('in-app addresses', () => {
  it('keep what they must keep, and nothing empty', () => {
    expect(loginHref('oakwood', { utmSource: 'spring mail', productToken: 'x' })).toBe(
      '/oakwood?redirect=pets&utm_source=spring+mail',
    );
    expect(loginHref('oakwood', {})).toBe('/oakwood?redirect=pets');
    expect(scheduleHref('oakwood', { utmSource: 'mail', productToken: 'a&b' })).toBe(
      '/oakwood?utm_source=mail&product_token=a%26b',
    );
    expect(scheduleHref('oakwood', { utmSource: '', productToken: null })).toBe('/oakwood');
  });
});
