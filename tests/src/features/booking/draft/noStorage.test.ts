// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { pickTime } from '../../../../../src/features/booking/hold/hold';
import { report } from '../../../../../src/features/booking/store/report';
import { savedKinds } from '../../../../../src/offline/marker';
import { chooseExam, clinicOfTest, openPage, slot } from '../bookingSupport';
import { exam } from '../steps/stepSupport';

describe('a browser without a database', () => {
  it('takes the booking on, and knows that it cannot be saved', async () => {
    expect(globalThis.indexedDB).toBeUndefined();
    const page = await openPage({ shop: { feature_settings: {} } });
    page.store.dispatch(report('new-chosen'));
    chooseExam(page);
    await page.store.dispatch(pickTime('2026-11-25', slot(), exam));
    expect(page.booking().position).toEqual({ step: 'client-info' });
    await expect.poll(() => page.store.getState().storage.canSave).toBe(false);
    expect(savedKinds(clinicOfTest()).size).toBe(0);
  });
});
