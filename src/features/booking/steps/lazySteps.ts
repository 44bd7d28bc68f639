import type { ComponentType } from 'react';
import { lazyView } from '../../../ui/behaviour/lazyView';
import type { Step } from '../../../domain/booking/steps';

/**
 * The views of all steps but the first, which the app draws. Each step's code is loaded when it is needed, or shortly
 * before.
 */
export const stepViews = {
  location: lazyView(() => import('./LocationChoice').then((file) => file.LocationChoice)),
  appointment: lazyView(() => import('./AppointmentChoice').then((file) => file.AppointmentChoice)),
  'returning-info': lazyView(() => import('./ReturningLookup').then((file) => file.ReturningLookup)),
  'client-info': lazyView(() => import('./ClientInfo').then((file) => file.ClientInfo)),
  'keyword-notice': lazyView(() => import('./KeywordNotice').then((file) => file.KeywordNotice)),
  verification: lazyView(() => import('./Verification').then((file) => file.Verification)),
  success: lazyView(() => import('./Success').then((file) => file.Success)),
  'no-availability': lazyView(() => import('./NoAvailability').then((file) => file.NoAvailability)),
  login: lazyView(() => import('./SignIn').then((file) => file.LoginStep)),
  'sign-up': lazyView(() => import('./SignIn').then((file) => file.SignUpStep)),
  'forgot-password': lazyView(() => import('./SignIn').then((file) => file.ForgotPasswordStep)),
  deposit: lazyView(() => import('./Deposit').then((file) => file.Deposit)),
  insurance: lazyView(() => import('./Insurance').then((file) => file.Insurance)),
} satisfies Record<Exclude<Step, 'client-type'>, ComponentType>;

/** The steps that usually follow a step; their code is loaded while the page is idle. */
const next: Partial<Record<Step, (keyof typeof stepViews)[]>> = {
  'client-type': ['appointment', 'returning-info'],
  'returning-info': ['verification'],
  appointment: ['client-info'],
  'client-info': ['verification', 'success', 'keyword-notice'],
  verification: ['appointment', 'success'],
};

/**
 * Events that show that somebody is about to use the page. A finger that comes down is none: it is lifted within a tenth
 * of a second, and code that is evaluated meanwhile holds up the answer.
 */
const signs = ['pointermove', 'keydown'] as const;

/**
 * Loads the code of the likely next steps: on the first screen when a mouse moves or a key is pressed, since a visitor
 * may only want the phone number; later once the page is idle. Returns a function that stops it.
 */
export function preloadAfter(step: Step): () => void {
  const fetchAll = () => {
    if (!hasWorker()) void Promise.allSettled((next[step] ?? []).map((name) => stepViews[name].fetch()));
  };
  return step === 'client-type' ? atFirstSign(fetchAll) : whenIdle(fetchAll, 3000);
}

/**
 * Whether a service worker controls the page. It already has every step on the device. Loading through it could also
 * delay a new version by half a minute, since a browser activates a new worker only when the old one is idle.
 */
const hasWorker = () => (navigator.serviceWorker?.controller ?? null) !== null;

function atFirstSign(run: () => void): () => void {
  const stop = () => signs.forEach((sign) => removeEventListener(sign, start));
  let quit = stop;
  const start = (event: Event) => {
    if ((event as PointerEvent).pointerType === 'touch') return;
    stop();
    // Waits, so that the page first draws its response to the event.
    quit = whenIdle(run, 100);
  };
  signs.forEach((sign) => addEventListener(sign, start, { passive: true }));
  return () => quit();
}

function whenIdle(run: () => void, withinMs: number): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(run, withinMs / 3);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(run, { timeout: withinMs });
  return () => cancelIdleCallback(idle);
}
