import { createContext, useContext } from 'react';

/** What the app gives the booking page: things that belong to other features. */
export type BookingOutside = { onTextUs: () => void };

export const OutsideContext = createContext<BookingOutside>({ onTextUs: () => undefined });

/** Opens the text-us dialog (TEXT-01). */
export const useTextUs = (): (() => void) => useContext(OutsideContext).onTextUs;
