import { lazy, type ComponentType } from 'react';
import type { Step } from '../../domain/booking/steps';

/** Each step's code comes when it is needed, or a moment before. */
const load = {
  appointment: () => import('./steps/AppointmentChoice').then((file) => ({ default: file.AppointmentChoice })),
  'returning-info': () => import('./steps/ReturningLookup').then((file) => ({ default: file.ReturningLookup })),
  'client-info': () => import('./steps/ClientInfo').then((file) => ({ default: file.ClientInfo })),
  verification: () => import('./steps/Verification').then((file) => ({ default: file.Verification })),
  success: () => import('./steps/Success').then((file) => ({ default: file.Success })),
  'no-availability': () => import('./steps/NoAvailability').then((file) => ({ default: file.NoAvailability })),
  call: () => import('./steps/CallClinic').then((file) => ({ default: file.CallClinic })),
};

const CallClinic = lazy(load.call);

/** The booking's steps but the first, which the app draws. Steps whose screens are not built ask to call the clinic. */
export const stepViews: Readonly<Record<Exclude<Step, 'client-type'>, ComponentType>> = {
  'returning-info': lazy(load['returning-info']),
  appointment: lazy(load.appointment),
  'client-info': lazy(load['client-info']),
  verification: lazy(load.verification),
  success: lazy(load.success),
  'no-availability': lazy(load['no-availability']),
  location: CallClinic,
  login: CallClinic,
  'sign-up': CallClinic,
  'forgot-password': CallClinic,
  deposit: CallClinic,
  insurance: CallClinic,
  'keyword-notice': CallClinic,
};

/** What usually follows a step, fetched while the page is idle. */
const next: Partial<Record<Step, (keyof typeof load)[]>> = {
  'client-type': ['appointment', 'returning-info'],
  'returning-info': ['verification'],
  appointment: ['client-info'],
  'client-info': ['verification', 'success'],
  verification: ['appointment', 'success'],
};

/** The first signs of somebody who is about to go on. */
const signs = ['pointermove', 'pointerdown', 'touchstart', 'keydown'] as const;

/**
 * Fetches the code of the likely next steps: on the first screen at the first sign of a person, who may only be
 * looking a number up; later once the page has nothing else to do. Returns what stops it.
 */
export function preloadAfter(step: Step): () => void {
  const fetchAll = () => void Promise.allSettled((next[step] ?? []).map((name) => load[name]()));
  return step === 'client-type' ? atFirstSign(fetchAll) : whenIdle(fetchAll);
}

function atFirstSign(run: () => void): () => void {
  const stop = () => signs.forEach((sign) => removeEventListener(sign, start));
  const start = () => {
    stop();
    run();
  };
  signs.forEach((sign) => addEventListener(sign, start, { passive: true }));
  return stop;
}

function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(run, 1000);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(run, { timeout: 3000 });
  return () => cancelIdleCallback(idle);
}
