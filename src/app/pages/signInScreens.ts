import { lazyView } from '../../ui/behaviour/lazyView';

/** The password screens: steps of the booking, and /login's own (D-43). */
export const signInScreens = {
  Login: lazyView(() => import('../../features/signIn/Login').then((file) => file.Login)),
  SignUp: lazyView(() => import('../../features/signIn/SignUp').then((file) => file.SignUp)),
  ForgotPassword: lazyView(() => import('../../features/signIn/ForgotPassword').then((file) => file.ForgotPassword)),
};
