import { createContext, useContext, type ComponentType, type ReactNode } from 'react';

/** The password screens of steps 7 to 9, which belong to another feature. */
export type SignInScreens = {
  Login: ComponentType<{ onBack: () => void; onSignedIn: () => void; onSignUp: () => void; onForgot: () => void }>;
  SignUp: ComponentType<{
    onBack: () => void;
    onCodeSent: (contacts: { phoneNumber: string; phoneCode: string; email: string }) => void;
    onLogin: () => void;
  }>;
  ForgotPassword: ComponentType<{ onBack: () => void; onSignedIn: () => void; contact: ReactNode }>;
};

/** The result of confirming a card. `refused` has the provider's reason; `unknown`: no answer came. */
export type CardConfirmed =
  | { kind: 'confirmed' }
  | { kind: 'refused'; message: string }
  | { kind: 'taken' }
  | { kind: 'unknown' };

/** A completely entered card in the provider's fields. Its numbers never reach the portal (D-98). */
export type CardEntry = { confirm(given: { clientSecret: string; email: string | null }): Promise<CardConfirmed> };

/** The props of the card provider's fields: what the card is for, and the callback for an entered card. */
export type CardFieldsProps = {
  purpose: 'setup' | 'payment';
  publicKey: string | null;
  account: string | null;
  isLocked: boolean;
  /** The id of the element that says why the card was refused; undefined if it was not. */
  refusedBy?: string | undefined;
  onReady: (entry: CardEntry | null) => void;
};

/** What the app passes to the booking page from other features. */
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

/** Returns a function that opens the text-us dialog (TEXT-01). */
export const useTextUs = (): (() => void) => useContext(OutsideContext).onTextUs;

export const useSignInScreens = (): SignInScreens => useContext(OutsideContext).signIn;

/** Returns the component with the card provider's fields, which belongs to another feature. */
export const useCardFields = (): BookingOutside['cardFields'] => useContext(OutsideContext).cardFields;
