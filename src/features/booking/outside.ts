import { createContext, useContext, type ComponentType, type ReactNode } from 'react';

/** The password screens, which belong to another feature (steps 7 to 9). */
export type SignInScreens = {
  Login: ComponentType<{ onBack: () => void; onSignedIn: () => void; onSignUp: () => void; onForgot: () => void }>;
  SignUp: ComponentType<{
    onBack: () => void;
    onCodeSent: (contacts: { phoneNumber: string; phoneCode: string; email: string }) => void;
    onLogin: () => void;
  }>;
  ForgotPassword: ComponentType<{ onBack: () => void; onSignedIn: () => void; contact: ReactNode }>;
};

/** What became of entering a card. `refused` says why in the provider's words; `unknown`: nobody answered. */
export type CardConfirmed =
  | { kind: 'confirmed' }
  | { kind: 'refused'; message: string }
  | { kind: 'taken' }
  | { kind: 'unknown' };

/** A card that is entered whole, as the card provider's fields give it. It never passes through the portal (D-98). */
export type CardEntry = { confirm(given: { clientSecret: string; email: string | null }): Promise<CardConfirmed> };

/** What the card provider's fields are for, and who hears of an entered card. */
export type CardFieldsProps = {
  purpose: 'setup' | 'payment';
  publicKey: string | null;
  account: string | null;
  isLocked: boolean;
  onReady: (entry: CardEntry | null) => void;
};

/** What the app gives the booking page: things that belong to other features. */
export type BookingOutside = {
  onTextUs: () => void;
  signIn: SignInScreens;
  cardFields: (props: CardFieldsProps) => ReactNode;
};

const nothing = () => null;
export const OutsideContext = createContext<BookingOutside>({
  onTextUs: () => undefined,
  signIn: { Login: nothing, SignUp: nothing, ForgotPassword: nothing },
  cardFields: nothing,
});

/** Opens the text-us dialog (TEXT-01). */
export const useTextUs = (): (() => void) => useContext(OutsideContext).onTextUs;

export const useSignInScreens = (): SignInScreens => useContext(OutsideContext).signIn;

/** Draws the card provider's fields, which belong to another feature. */
export const useCardFields = (): BookingOutside['cardFields'] => useContext(OutsideContext).cardFields;
