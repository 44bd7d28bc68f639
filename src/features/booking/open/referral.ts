import type { EntryParams } from './entryParams';

type Referral = EntryParams['referral'];

const keyOf = (clinicId: string): string => `referral:${clinicId}`;

/** Where this visit came from: what the address says, else what an earlier address of the same visit said (QUERY-01, D-31). */
export function keptReferral(clinicId: string, given: Referral): Referral {
  try {
    if (given.source ?? given.campaign ?? given.medium) sessionStorage.setItem(keyOf(clinicId), JSON.stringify(given));
    else return readReferral(sessionStorage.getItem(keyOf(clinicId))) ?? given;
  } catch {
    // Where storage is blocked the address alone tells.
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
