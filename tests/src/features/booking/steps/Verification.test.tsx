// @vitest-environment jsdom
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Customer } from '../../../../../src/domain/booking/draft';
import { contactsOnly } from '../../../../../src/features/booking/client/requestBodies';
import { ReturningLookup } from '../../../../../src/features/booking/steps/ReturningLookup';
import { Verification } from '../../../../../src/features/booking/steps/Verification';
import { ok, reply, tinyServer } from '../../../../support/tinyServer';
import { guest, owner } from '../../../api/support';
import { renderStep } from './stepSupport';

type Server = Awaited<ReturnType<typeof tinyServer>>;
let server: Server;
let verify: (code: string) => { status: number; body: unknown };
const isCall = (url: string, path: string) => url.startsWith(`/api${path}`);
const codes = () =>
  server.seen
    .filter(({ url }) => isCall(url, '/user/v1/auth/code/verify'))
    .map(({ body }) => JSON.parse(body) as { code: string });
const customer = (phoneNumber: string, email = ''): Customer =>
  contactsOnly({ phoneNumber, email }, { phoneCode: '1' });
const wrong = { status: 401, body: { success: false, code: 'InvalidCode', message: 'Invalid code' } };

beforeEach(async () => {
  verify = () => ({ status: 200, body: { success: true, data: owner() } });
  server = await tinyServer(({ url, body }, response) => {
    if (isCall(url, '/bb/access')) return ok(response, { pass: !body.includes('5125550199') });
    if (isCall(url, '/user/v1/auth/check-availability')) return ok(response, { available: true });
    if (isCall(url, '/user/v1/auth/code/init')) return ok(response, { sent: true });
    if (isCall(url, '/clients/by_user_id')) return ok(response, null);
    const answer = verify((JSON.parse(body) as { code: string }).code);
    return reply(response, answer.status, answer.body);
  });
});
afterEach(async () => {
  vi.useRealTimers();
  cleanup();
  await server.close();
});

const openCode = (given: Partial<Customer> = customer('5125550134')) =>
  renderStep(<Verification />, {
    base: server.base,
    position: { step: 'verification', origin: 'returning-info' },
    draft: { customer: { ...customer(''), ...given }, returningClientFlow: true },
    saved: guest(),
  });
const codeField = () => screen.getByLabelText<HTMLInputElement>('6-digit code');

describe('verification', () => {
  it('says where the code went (VERIF-01, D-29)', async () => {
    const { unmount } = await openCode(customer('5125550134', 'riley@example.com'));
    expect(screen.getByRole('heading', { name: 'Check your phone!' })).toBeTruthy();
    expect(screen.getByText('512-555-0134')).toBeTruthy();
    unmount();
    await openCode(customer('', 'riley@example.com'));
    expect(screen.getByRole('heading', { name: 'Check your email!' })).toBeTruthy();
    expect(screen.getByText('riley@example.com')).toBeTruthy();
  });

  it('submits by itself at six digits and goes on (VERIF-02, VERIF-06, D-137)', async () => {
    const user = userEvent.setup({ delay: null });
    const { store } = await openCode();
    await user.type(codeField(), '12345');
    expect(codes()).toEqual([]);
    await user.type(codeField(), '6');
    await waitFor(() => expect(store.getState().booking.position.step).toBe('appointment'));
    expect(codes()).toMatchObject([{ code: '123456' }]);
    expect(store.getState().session.token).toBe('owner-1');
  });

  it('takes a pasted code with its hyphen and ignores other texts (VERIF-03)', async () => {
    const user = userEvent.setup({ delay: null });
    const { store } = await openCode();
    codeField().focus();
    await user.paste('your code: 123456');
    expect([codeField().value, codes().length]).toEqual(['', 0]);
    await user.paste('123-456');
    await waitFor(() => expect(store.getState().booking.position.step).toBe('appointment'));
    expect(codes()).toMatchObject([{ code: '123456' }]);
  });

  it('clears a wrong code, says so and takes the next one (VERIF-09)', async () => {
    const user = userEvent.setup({ delay: null });
    verify = (code) => (code === '111111' ? wrong : { status: 200, body: { success: true, data: owner() } });
    const { store } = await openCode();
    await user.type(codeField(), '111111');
    await screen.findByText("Oops, that didn't work. Please enter the code that was sent to you.");
    expect(codeField().value).toBe('');
    expect(document.activeElement).toBe(codeField());
    await user.type(codeField(), '222222');
    await waitFor(() => expect(store.getState().booking.position.step).toBe('appointment'));
  });

  it('keeps the code when nobody could check it, and tries again', async () => {
    const user = userEvent.setup({ delay: null });
    verify = () => ({ status: 503, body: { success: false, code: 'unavailable', message: 'The service is busy.' } });
    const { store } = await openCode();
    await user.type(codeField(), '123456');
    const again = await screen.findByRole('button', { name: 'Try again' });
    expect(codeField().value).toBe('123456');
    verify = () => ({ status: 200, body: { success: true, data: owner() } });
    await user.click(again);
    await waitFor(() => expect(store.getState().booking.position.step).toBe('appointment'));
  });

  it('gives up with the clinic phone when verification is exhausted (VERIF-11)', async () => {
    const user = userEvent.setup({ delay: null });
    verify = () => ({
      status: 400,
      body: { success: false, code: 'VerificationMaximumExceeded', message: 'VerificationMaximumExceeded' },
    });
    const { store } = await openCode();
    await user.type(codeField(), '123456');
    await screen.findByText("We're sorry, we cannot verify your information at this time. Please try again later");
    expect(screen.getByRole('link', { name: '512-555-0100' }).getAttribute('href')).toBe('tel:+15125550100');
    expect(screen.queryByLabelText('6-digit code')).toBeNull();
    expect(store.getState().booking.draft.verificationError).not.toBeNull();
  });

  it('locks Resend Code? for five seconds after each send (VERIF-04, VERIF-05)', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await openCode();
    const resend = screen.getByRole<HTMLButtonElement>('button', { name: 'Resend Code?' });
    const sends = () => server.seen.filter(({ url }) => isCall(url, '/user/v1/auth/code/init')).length;
    expect(resend.ariaDisabled).toBe('true');
    act(() => void vi.advanceTimersByTime(4999));
    expect(resend.ariaDisabled).toBe('true');
    act(() => void vi.advanceTimersByTime(1));
    expect(resend.ariaDisabled).toBeNull();
    act(() => resend.click());
    expect(resend.ariaDisabled).toBe('true');
    await vi.waitFor(() => expect(sends()).toBe(1));
  });
});

describe('the lookup', () => {
  const openLookup = (query = '') =>
    renderStep(<ReturningLookup />, { base: server.base, position: { step: 'returning-info' }, saved: guest(), query });
  const send = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send verification code' });
  const phone = () => screen.getByLabelText<HTMLInputElement>('Mobile phone');
  const email = () => screen.getByLabelText<HTMLInputElement>('Email');

  it('lets one of phone and e-mail be used, and sends once it is right (RLOOK-02 to RLOOK-08)', async () => {
    const user = userEvent.setup({ delay: null });
    const { store } = await openLookup();
    expect(screen.getByRole('heading').textContent).toBe("Let's find your account using your mobile phone or email");
    expect(send().disabled).toBe(true);
    await user.type(phone(), '512555013');
    expect([phone().value, email().disabled, send().disabled]).toEqual(['512-555-013', true, true]);
    await user.tab();
    expect(screen.getByText('Please enter a valid 10-digit phone number')).toBeTruthy();
    await user.clear(phone());
    await user.type(email(), 'riley@example.com');
    expect([phone().disabled, send().disabled]).toEqual([true, false]);
    await user.click(send());
    await waitFor(() =>
      expect(store.getState().booking.position).toEqual({ step: 'verification', origin: 'returning-info' }),
    );
  });

  it('leads listed contacts to no availability, and says nothing of why (D-16)', async () => {
    const user = userEvent.setup({ delay: null });
    const { store } = await openLookup();
    await user.type(phone(), '5125550199');
    await user.click(send());
    await waitFor(() => expect(store.getState().booking.position).toEqual({ step: 'no-availability' }));
    expect(server.seen.some(({ url }) => isCall(url, '/user/v1/auth/code/init'))).toBe(false);
  });

  it('verifies instead of finds with a redirect (D-56)', async () => {
    await openLookup('redirect=pets');
    expect(screen.getByRole('heading').textContent).toBe("Let's verify your account using your mobile phone or email");
  });
});
