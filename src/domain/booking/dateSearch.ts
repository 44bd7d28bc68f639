import type { DateSlot } from '../../contract/availability';
import * as limits from '../../limits';
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

/** Returns the last day to search: 30 days after the last bookable one, at most 230 days ahead. */
export const lastSearchDay = (today: string, leadDays: number): string =>
  addDays(today, Math.min(leadDays + limits.openTimesDaysAfterLead, limits.openTimesLastDay));

/** The next window to ask for; null when the dates suffice, or there is nothing left to search. */
export function nextWindow(search: DateSearch, today: string, leadDays: number): Window | null {
  if (search.dates.length >= search.wanted || isExhausted(search, today, leadDays)) return null;
  return search.searchedTo === null
    ? { date: today, days_to_check: limits.openTimesDays, max_attempts: limits.openTimesMaxAttempts }
    : {
        date: addDays(search.searchedTo, 1),
        days_to_check: limits.openTimesDaysPaging,
        max_attempts: limits.openTimesMaxAttempts,
        exact_start_date: true,
      };
}

/** Whether nothing is left to search. */
export const isExhausted = (search: DateSearch, today: string, leadDays: number): boolean =>
  search.searchedTo !== null && search.searchedTo >= lastSearchDay(today, leadDays);

/** Adds an answer to the search; leaves out dates without an opening and dates already known. */
export function withAnswer(search: DateSearch, answer: { data: readonly DateSlot[]; searched_to: string }): DateSearch {
  const known = new Set(search.dates.map((date) => date.date));
  const found = answer.data.filter((date) => date.available > 0 && !known.has(date.date));
  return { ...search, dates: [...search.dates, ...found], searchedTo: answer.searched_to };
}

/** Load more: five further dates (APPT-13), of those that the last answer held beyond what is shown first. */
export const wantMore = (search: DateSearch): DateSearch => ({
  ...search,
  wanted: search.wanted + limits.datesAtATime,
});

/**
 * Wants as many fives as a chosen day needs: until it is among those shown, or, where it has not been looked at yet, until
 * more is asked for. `through` is that day; null for none.
 */
export function reaching(search: DateSearch, through: string | null): DateSearch {
  if (through === null || search.searchedTo === null) return search;
  const before = search.dates.filter(({ date }) => date <= through).length;
  const needed = search.searchedTo < through ? search.dates.length + 1 : before;
  return search.wanted >= needed ? search : reaching(wantMore(search), through);
}

/** Dates on screen: as many as were asked for. */
export const shownDates = (search: DateSearch): readonly DateSlot[] => search.dates.slice(0, search.wanted);
