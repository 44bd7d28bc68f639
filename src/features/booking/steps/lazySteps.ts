import { lazy, type ComponentType } from 'react';
import type { Step } from '../../../domain/booking/steps';

/** Each step's code comes when it is needed, or a moment before. */
const load = {
  location: () => import('./LocationChoice').then((file) => ({ default: file.LocationChoice })),
  appointment: () => import('./AppointmentChoice').then((file) => ({ default: file.AppointmentChoice })),
  'returning-info': () => import('./ReturningLookup').then((file) => ({ default: file.ReturningLookup })),
  'client-info': () => import('./ClientInfo').then((file) => ({ default: file.ClientInfo })),
  'keyword-notice': () => import('./KeywordNotice').then((file) => ({ default: file.KeywordNotice })),
  verification: () => import('./Verification').then((file) => ({ default: file.Verification })),
  success: () => import('./Success').then((file) => ({ default: file.Success })),
  'no-availability': () => import('./NoAvailability').then((file) => ({ default: file.NoAvailability })),
  login: () => import('./SignIn').then((file) => ({ default: file.LoginStep })),
  'sign-up': () => import('./SignIn').then((file) => ({ default: file.SignUpStep })),
  'forgot-password': () => import('./SignIn').then((file) => ({ default: file.ForgotPasswordStep })),
  deposit: () => import('./Deposit').then((file) => ({ default: file.Deposit })),
  insurance: () => import('./Insurance').then((file) => ({ default: file.Insurance })),
};

/** The booking's steps but the first, which the app draws. */
export const stepViews: Readonly<Record<Exclude<Step, 'client-type'>, ComponentType>> = {
  'returning-info': lazy(load['returning-info']),
  location: lazy(load.location),
  appointment: lazy(load.appointment),
  'client-info': lazy(load['client-info']),
  'keyword-notice': lazy(load['keyword-notice']),
  verification: lazy(load.verification),
  login: lazy(load.login),
  'sign-up': lazy(load['sign-up']),
  'forgot-password': lazy(load['forgot-password']),
  success: lazy(load.success),
  'no-availability': lazy(load['no-availability']),
  deposit: lazy(load.deposit),
  insurance: lazy(load.insurance),
};

/** What usually follows a step, fetched while the page is idle. */
const next: Partial<Record<Step, (keyof typeof load)[]>> = {
  'client-type': ['appointment', 'returning-info'],
  'returning-info': ['verification'],
  appointment: ['client-info'],
  'client-info': ['verification', 'success', 'keyword-notice'],
  verification: ['appointment', 'success'],
};

/** The first signs of somebody who is about to go on. */
const signs = ['pointermove', 'pointerdown', 'touchstart', 'keydown'] as const;

/**
 * Fetches the code of the likely next steps: on the first screen at the first sign of a person, who may only be
 * looking a number up; later once the page has nothing else to do. Returns what stops it.
 */
export function preloadAfter(step: Step): () => void {
  const fetchAll = () => {
    if (!hasWorker()) void Promise.allSettled((next[step] ?? []).map((name) => load[name]()));
  };
  return step === 'client-type' ? atFirstSign(fetchAll) : whenIdle(fetchAll, 3000);
}

/**
 * A worker has every step on the device already. And it must be left alone by the tap that takes a new version: the
 * browser lets the new worker follow only once the old one has nothing to do, which may take it half a minute.
 */
const hasWorker = () => (navigator.serviceWorker?.controller ?? null) !== null;

function atFirstSign(run: () => void): () => void {
  const stop = () => signs.forEach((sign) => removeEventListener(sign, start));
  let quit = stop;
  const start = () => {
    stop();
    // What the sign itself does is drawn first.
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
