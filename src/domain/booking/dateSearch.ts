import type { DateSlot } from '../../contract/availability';
import { limits } from '../../limits';
import { addDays } from '../clinicTime';

/** The search for open dates, five at a time (APPT-11 to 14, D-58). Dates are the clinic's calendar dates. */
export type DateSearch = {
  /** Dates with an opening, in order. */
  dates: readonly DateSlot[];
  /** The last day looked at, null before the first answer. */
  searchedTo: string | null;
  /** How many dates the owner asked to see. */
  wanted: number;
};

export const newSearch: DateSearch = { dates: [], searchedTo: null, wanted: limits.datesAtATime };

type Window = { date: string; days_to_check: number; max_attempts: number; exact_start_date?: true };

/** No day after this one is asked for: 30 days past the last bookable one, and never past 230 days. */
export const lastSearchDay = (today: string, leadDays: number): string =>
  addDays(today, Math.min(leadDays + limits.openTimesDaysAfterLead, limits.openTimesLastDay));

/** The next window to ask for; null when the dates suffice, or there is nothing left to search. */
export function nextWindow(search: DateSearch, today: string, leadDays: number): Window | null {
  if (search.dates.length >= search.wanted || isExhausted(search, today, leadDays)) return null;
  const { openTimesDays, openTimesDaysPaging, openTimesMaxAttempts } = limits;
  return search.searchedTo === null
    ? { date: today, days_to_check: openTimesDays, max_attempts: openTimesMaxAttempts }
    : {
        date: addDays(search.searchedTo, 1),
        days_to_check: openTimesDaysPaging,
        max_attempts: openTimesMaxAttempts,
        exact_start_date: true,
      };
}

/** Nothing is left to search. */
export const isExhausted = (search: DateSearch, today: string, leadDays: number): boolean =>
  search.searchedTo !== null && search.searchedTo >= lastSearchDay(today, leadDays);

/** The search after an answer; dates without an opening are left out, and a day that was known is not shown twice. */
export function withAnswer(search: DateSearch, answer: { data: readonly DateSlot[]; searched_to: string }): DateSearch {
  const known = new Set(search.dates.map((date) => date.date));
  const found = answer.data.filter((date) => date.available > 0 && !known.has(date.date));
  return { ...search, dates: [...search.dates, ...found], searchedTo: answer.searched_to };
}

/** Load more: five further dates. */
export const wantMore = (search: DateSearch): DateSearch => ({
  ...search,
  wanted: Math.max(search.wanted, search.dates.length) + limits.datesAtATime,
});

/** Dates on screen: as many as were asked for. */
export const shownDates = (search: DateSearch): readonly DateSlot[] => search.dates.slice(0, search.wanted);
