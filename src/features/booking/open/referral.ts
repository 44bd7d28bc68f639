import type { EntryParams } from './entryParams';

type Referral = EntryParams['referral'];

const keyOf = (clinicId: string): string => `referral:${clinicId}`;

/**
 * Returns the referral of this visit: from the address, else from an earlier address of the same visit (QUERY-01,
 * D-31).
 */
export function keptReferral(clinicId: string, given: Referral): Referral {
  try {
    if (given.source ?? given.campaign ?? given.medium) sessionStorage.setItem(keyOf(clinicId), JSON.stringify(given));
    else return readReferral(sessionStorage.getItem(keyOf(clinicId))) ?? given;
  } catch {
    // Storage is blocked: only the address counts.
  }
  return given;
}

function readReferral(stored: string | null): Referral | null {
  const value: unknown = stored === null ? null : JSON.parse(stored);
  if (typeof value !== 'object' || value === null) return null;
  const part = (name: keyof Referral): string | null => {
    const text: unknown = (value as Record<string, unknown>)[name];
    return typeof text === 'string' ? text : null;
  };
  return { source: part('source'), campaign: part('campaign'), medium: part('medium') };
}
