import { createContext, useContext, type ComponentType, type ReactNode } from 'react';

/** The password screens, which belong to another feature (steps 7 to 9). */
export type SignInScreens = {
  Login: ComponentType<{ onBack: () => void; onSignedIn: () => void; onSignUp: () => void; onForgot: () => void }>;
  SignUp: ComponentType<{ onBack: () => void; onCodeSent: (contacts: { phoneNumber: string; phoneCode: string; email: string }) => void; onLogin: () => void }>;
  ForgotPassword: ComponentType<{ onBack: () => void; onSignedIn: () => void; contact: ReactNode }>;
};

/** What the app gives the booking page: things that belong to other features. */
export type BookingOutside = { onTextUs: () => void; signIn: SignInScreens };

const nothing = () => null;
export const OutsideContext = createContext<BookingOutside>({
  onTextUs: () => undefined,
  signIn: { Login: nothing, SignUp: nothing, ForgotPassword: nothing },
});

/** Opens the text-us dialog (TEXT-01). */
export const useTextUs = (): (() => void) => useContext(OutsideContext).onTextUs;

export const useSignInScreens = (): SignInScreens => useContext(OutsideContext).signIn;
