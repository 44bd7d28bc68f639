// @vitest-environment jsdom
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { Provider } from 'react-redux';
import { afterEach, describe, expect, it, vi, type Mock } from 'vitest';
import { connectionFound } from '../../../../src/state/connection';
import { selectToasts } from '../../../../src/state/toasts';
import { ForgotPassword } from '../../../../src/features/signIn/ForgotPassword';
import { Login } from '../../../../src/features/signIn/Login';
import { SignUp } from '../../../../src/features/signIn/SignUp';
import { ok, reply, tinyServer, type Seen } from '../../../support/tinyServer';
import { apiStore, guest, owner } from '../../api/support';

configure({ asyncUtilTimeout: 10_000 });
vi.setConfig({ testTimeout: 30_000 });

type Answer = [status: number, body: unknown];
const no = (status: number, code: string, message: string): Answer => [status, { success: false, code, message }];
const yes = (data: unknown): Answer => [200, { success: true, data }];

const servers: Awaited<ReturnType<typeof tinyServer>>[] = [];
afterEach(async () => {
  vi.useRealTimers();
  cleanup();
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

/** A screen against a server that answers the paths' ends as said. */
async function open(
  view: (
    calls: Record<'onSignedIn' | 'onSignUp' | 'onForgot' | 'onLogin' | 'onCodeSent', Mock<(given?: unknown) => void>>,
  ) => ReactElement,
  answers: Record<string, Answer | ((seen: Seen) => Answer | null)>,
) {
  const server = await tinyServer((request, response) => {
    if (request.url.endsWith('/guest-sign-in')) return ok(response, guest());
    const found =
      Object.entries(answers).find(([path]) => request.url.endsWith(path))?.[1] ?? no(404, 'not_found', 'Not found');
    const answer = typeof found === 'function' ? found(request) : found;
    // Null: the reply is lost.
    return answer ? reply(response, ...answer) : response.destroy();
  });
  servers.push(server);
  const store = apiStore(server.base);
  const calls = { onSignedIn: vi.fn(), onSignUp: vi.fn(), onForgot: vi.fn(), onLogin: vi.fn(), onCodeSent: vi.fn() };
  render(<Provider store={store}>{view(calls)}</Provider>);
  const sent = (path: string) =>
    server.seen
      .filter((each) => each.url.endsWith(path))
      .map((each) => JSON.parse(each.body) as Record<string, unknown>);
  return { store, calls, sent, seen: server.seen };
}

const fill = async (label: string, text: string) => {
  // A mark may follow the label.
  const field = screen.getByLabelText(new RegExp(`^${label}`));
  await userEvent.clear(field);
  await userEvent.type(field, text);
};

describe('login', () => {
  const view = ({
    onSignedIn,
    onSignUp,
    onForgot,
  }: {
    onSignedIn: () => void;
    onSignUp: () => void;
    onForgot: () => void;
  }) => <Login onSignedIn={onSignedIn} onSignUp={onSignUp} onForgot={onForgot} />;

  it('signs in with a phone, and keeps the session (LOGIN-01, LOGIN-02, LOGIN-09, ROLE-02)', async () => {
    const page = await open(view, { '/sign-in': yes(owner()) });
    expect(screen.getByRole('heading', { name: 'Sign in to access your profile' })).toBeTruthy();
    await fill('Phone or Email', '5125550142');
    await fill('Password', 'biscuit-and-juniper');
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(page.calls.onSignedIn).toHaveBeenCalledOnce());
    expect(page.sent('/sign-in')).toEqual([
      { username: '1;5125550142', password: 'biscuit-and-juniper', rememberMe: true, role: 'ROLE_CUSTOMER' },
    ]);
    expect(page.seen.find(({ url }) => url.endsWith('/sign-in'))?.headers.authorization).toBeUndefined();
    expect(page.store.getState().session).toMatchObject({ token: 'owner-1', user: { firstName: 'Riley Park' } });
  });

  it.each([
    ['LOGIN-10', no(401, 'wrong_password', 'Wrong email or password'), 'Wrong email or password'],
    [
      'LOGIN-10',
      no(422, 'not_allowed', 'This is not possible online. Please call the clinic.'),
      'Wrong email or password',
    ],
    [
      'D-204',
      no(429, 'too_many_requests', 'Too many attempts. Please wait a moment and try again.'),
      'Wrong email or password. Too many attempts. Please wait a moment and try again.',
    ],
    ['ERR-03', no(500, 'internal', 'Internal error'), 'Oops! Something went wrong. Please try again in a few seconds.'],
  ])('%s says why it failed, and no toast does', async (_rule, answer, text) => {
    const page = await open(view, { '/sign-in': answer });
    await fill('Phone or Email', 'riley@example.com');
    await fill('Password', 'wrong');
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    expect((await screen.findByRole('alert')).textContent).toMatch(new RegExp(`${text}$`));
    expect(selectToasts(page.store.getState())).toEqual([]);
    expect(page.calls.onSignedIn).not.toHaveBeenCalled();
  });

  it('says what is missing, and sends nothing', async () => {
    const page = await open(view, {});
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByText('Please enter your phone or email')).toBeTruthy();
    expect(screen.getByText('Password is required')).toBeTruthy();
    expect(page.seen).toEqual([]);
  });

  it('leads to the other two (LOGIN-03, LOGIN-04)', async () => {
    const page = await open(view, {});
    await userEvent.click(screen.getByRole('button', { name: 'Forgot your password?' }));
    await userEvent.click(screen.getByRole('button', { name: 'Sign up' }));
    expect(page.calls.onForgot).toHaveBeenCalledOnce();
    expect(page.calls.onSignUp).toHaveBeenCalledOnce();
  });
});

describe('sign-up', () => {
  const view = ({ onCodeSent, onLogin }: { onCodeSent: (contacts: unknown) => void; onLogin: () => void }) => (
    <SignUp onCodeSent={onCodeSent} onLogin={onLogin} />
  );
  const passwords = async (password = 'biscuit-1') => {
    await fill('Password', password);
    await fill('Confirm password', password);
  };
  const send = () => userEvent.click(screen.getByRole('button', { name: 'Sign up' }));

  it('keeps the password, has a code sent to the phone, and signs nobody in (SIGNUP-01, SIGNUP-02, D-214)', async () => {
    const page = await open(view, {
      '/sign-up': yes({ pending: true, ...guest('guest-2') }),
      '/code/init': yes({ sent: true }),
    });
    expect(screen.getByRole('heading', { name: 'Create your account' })).toBeTruthy();
    await fill('Email', 'riley@example.com');
    await fill('Phone', '(512) 555-0142');
    await passwords();
    await send();
    await waitFor(() =>
      expect(page.calls.onCodeSent).toHaveBeenCalledWith({
        phoneNumber: '5125550142',
        phoneCode: '1',
        email: 'riley@example.com',
      }),
    );
    expect(page.sent('/sign-up')).toEqual([
      {
        email: 'riley@example.com',
        username: '1;5125550142',
        password: 'biscuit-1',
        phoneCode: '1',
        phoneNumber: '5125550142',
        rememberMe: true,
        role: 'ROLE_CUSTOMER',
      },
    ]);
    expect(page.sent('/code/init')).toEqual([
      {
        email: 'riley@example.com',
        phoneNumber: '5125550142',
        phoneCode: '1',
        purpose: 'sign-up',
        role: 'ROLE_CUSTOMER',
      },
    ]);
    // The session that the password waits in is the one that asks for the code.
    expect(page.seen.find(({ url }) => url.endsWith('/code/init'))?.headers.authorization).toBe('Bearer guest-2');
  });

  it('sends the code to the e-mail where none reaches the phone (D-24)', async () => {
    const page = await open(view, {
      '/sign-up': yes({ pending: true, ...guest('guest-2') }),
      '/code/init': yes({ sent: true }),
    });
    await userEvent.selectOptions(screen.getByLabelText('Country'), 'Germany +49');
    await fill('Phone', '151234567890123');
    await passwords();
    await send();
    expect(await screen.findByText("We can't send a code to this number. Please enter your email too.")).toBeTruthy();
    await fill('Email', 'riley@example.com');
    await send();
    await waitFor(() =>
      expect(page.calls.onCodeSent).toHaveBeenCalledWith({
        phoneNumber: '',
        phoneCode: '49',
        email: 'riley@example.com',
      }),
    );
    expect(page.sent('/sign-up')[0]).toMatchObject({
      username: '49;151234567890123',
      phoneCode: '49',
      phoneNumber: '151234567890123',
    });
  });

  it('sends the code to a phone of another country, and refuses one that is not of the chosen country (D-403)', async () => {
    const page = await open(view, {
      '/sign-up': yes({ pending: true, ...guest('guest-2') }),
      '/code/init': yes({ sent: true }),
    });
    await fill('Phone', '+49 151 23456789');
    await passwords();
    await send();
    expect(await screen.findByText('Please enter a valid 10-digit phone number')).toBeTruthy();
    await userEvent.selectOptions(screen.getByLabelText('Country'), 'Germany +49');
    await send();
    await waitFor(() =>
      expect(page.calls.onCodeSent).toHaveBeenCalledWith({ phoneNumber: '+4915123456789', phoneCode: '49', email: '' }),
    );
    expect(page.sent('/code/init')[0]).toMatchObject({ phoneNumber: '+4915123456789' });
  });

  it.each([
    [
      'the server’s message',
      no(422, 'not_allowed', 'This is not possible online. Please call the clinic.'),
      'This is not possible online. Please call the clinic.',
    ],
    [
      'what every broken server’s failure shows, not its own words (ERR-03)',
      no(500, 'internal', 'Internal error'),
      'Oops! Something went wrong. Please try again in a few seconds.',
    ],
    ["'Error' without one", [422, { success: false }] as Answer, 'Error'],
    [
      'a sentence for a known code (D-21)',
      no(409, 'AliasAlreadyUsed', 'AliasAlreadyUsed'),
      'This phone number or email is already in use. Please sign in as a returning client.',
    ],
  ])('a failure shows %s (SIGNUP-16)', async (_name, answer, text) => {
    const page = await open(view, { '/sign-up': answer });
    await fill('Phone', '5125550142');
    await passwords();
    await send();
    expect(await screen.findByText(text)).toBeTruthy();
    expect(page.calls.onCodeSent).not.toHaveBeenCalled();
    expect(selectToasts(page.store.getState())).toEqual([]);
  });
});

describe('forgot password', () => {
  const view = ({ onSignedIn }: { onSignedIn: () => void }) => (
    <ForgotPassword onSignedIn={onSignedIn} contact={<a href="tel:+15125550100">512-555-0100</a>} />
  );
  const enter = async (code: string) => userEvent.type(screen.getByLabelText('6-digit code'), code);
  const toCode = async () => {
    await fill('Your email', 'riley@example.com');
    await userEvent.click(screen.getByRole('button', { name: 'Send code' }));
    await screen.findByRole('heading', { name: 'Enter 6-digits code' });
  };

  it('goes through its three phases and signs in (FORGOT-01 to FORGOT-06)', async () => {
    const page = await open(view, {
      '/init': yes({ sent: true }),
      '/verify': yes({ success: true, token: 'proof' }),
      '/finish': yes(owner()),
    });
    expect(screen.getByRole('heading', { name: 'Forgot password?' })).toBeTruthy();
    await userEvent.click(screen.getByRole('radio', { name: 'Phone' }));
    await screen.findByLabelText(/^Your phone number/);
    await fill('Your phone number', '5125550142');
    await userEvent.click(screen.getByRole('button', { name: 'Send code' }));
    await screen.findByRole('heading', { name: 'Enter 6-digits code' });
    await enter('123456');
    await screen.findByLabelText('Password');
    await fill('Password', 'biscuit-1');
    await fill('Confirm password', 'biscuit-1');
    await userEvent.click(screen.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(page.calls.onSignedIn).toHaveBeenCalledOnce());
    expect(page.sent('/init')).toEqual([{ username: '1;5125550142' }]);
    expect(page.sent('/verify')).toEqual([{ username: '1;5125550142', code: '123456' }]);
    expect(page.sent('/finish')).toEqual([{ token: 'proof', password: 'biscuit-1' }]);
    expect(selectToasts(page.store.getState()).map(({ text }) => text)).toEqual(['Reset password successfully!']);
    expect(page.store.getState().session.token).toBe('owner-1');
  });

  it('locks the resend for 59 seconds (FORGOT-03)', async () => {
    const page = await open(view, { '/init': yes({ sent: true }) });
    const now = performance.now();
    // It stands still: on a busy machine the first second may be over before the test looks.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(now);
    await toCode();
    await screen.findByText('Resend code in 59 s');
    expect(screen.queryByRole('button', { name: 'Resend Code?' })).toBeNull();
    clock.mockReturnValue(now + 60_000);
    await userEvent.click(await screen.findByRole('button', { name: 'Resend Code?' }));
    await screen.findByText('A new code was sent.');
    await screen.findByText('Resend code in 59 s');
    expect(page.sent('/init')).toHaveLength(2);
    clock.mockRestore();
  });

  it('refuses a wrong code with what to do', async () => {
    await open(view, { '/init': yes({ sent: true }), '/verify': no(401, 'InvalidCode', 'Invalid code') });
    await toCode();
    await enter('000000');
    expect(await screen.findByText("Oops, that didn't work. Please enter the code that was sent to you.")).toBeTruthy();
    expect((screen.getByLabelText('6-digit code') as HTMLInputElement).value).toBe('');
  });

  it('gives the clinic’s phone where no code will do', async () => {
    await open(view, {
      '/init': yes({ sent: true }),
      '/verify': no(400, 'VerificationMaximumExceeded', 'VerificationMaximumExceeded'),
    });
    await toCode();
    await enter('000000');
    expect(
      await screen.findByRole('heading', {
        name: "We're sorry, we cannot verify your information at this time. Please try again later",
      }),
    ).toBeTruthy();
    expect(screen.getByRole('link', { name: '512-555-0100' })).toBeTruthy();
  });

  it.each([
    ['signs in with the new password', yes(owner()), true],
    ['starts over where that does not sign in', no(401, 'wrong_password', 'Wrong email or password'), false],
  ])('after a reply that was lost, a used proof %s (D-01)', async (_name, signIn, isIn) => {
    let tries = 0;
    const finish = () => (++tries === 1 ? null : no(401, 'InvalidCode', 'Invalid code'));
    const page = await open(view, {
      '/init': yes({ sent: true }),
      '/verify': yes({ success: true, token: 'proof' }),
      '/finish': finish,
      '/sign-in': signIn,
    });
    await toCode();
    await enter('123456');
    await screen.findByLabelText('Password');
    await fill('Password', 'biscuit-1');
    await fill('Confirm password', 'biscuit-1');
    await userEvent.click(screen.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(page.store.getState().connection.isOnline).toBe(false));
    page.store.dispatch(connectionFound());
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Create' }).getAttribute('aria-disabled')).toBeNull(),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Create' }));
    if (isIn) await waitFor(() => expect(page.calls.onSignedIn).toHaveBeenCalledOnce());
    else expect(await screen.findByText('That took too long. Please ask for a new code.')).toBeTruthy();
    expect(page.sent('/sign-in')).toEqual([
      { username: 'riley@example.com', password: 'biscuit-1', rememberMe: true, role: 'ROLE_CUSTOMER' },
    ]);
  });

  it('starts over when the proof is too old', async () => {
    await open(view, {
      '/init': yes({ sent: true }),
      '/verify': yes({ success: true, token: 'proof' }),
      '/finish': no(401, 'InvalidCode', 'Invalid code'),
    });
    await toCode();
    await enter('123456');
    await screen.findByLabelText('Password');
    await fill('Password', 'biscuit-1');
    await fill('Confirm password', 'biscuit-1');
    await userEvent.click(screen.getByRole('button', { name: 'Create' }));
    expect(await screen.findByText('That took too long. Please ask for a new code.')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Forgot password?' })).toBeTruthy();
  });
});
