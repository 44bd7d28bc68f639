import { lazy } from 'react';

/** The password screens: steps of the booking, and /login's own (D-43). */
export const signInScreens = {
  Login: lazy(() => import('../../features/signIn/Login').then((file) => ({ default: file.Login }))),
  SignUp: lazy(() => import('../../features/signIn/SignUp').then((file) => ({ default: file.SignUp }))),
  ForgotPassword: lazy(() =>
    import('../../features/signIn/ForgotPassword').then((file) => ({ default: file.ForgotPassword })),
  ),
};
