/** The signed-in session that a token named. `guest` until an identifier is verified (D-18). */
export type Session = {
  id: string;
  userId: string;
  guest: boolean;
  /** Verified identifiers, normalised: lower case, E.164. */
  email: string | null;
  phone: string | null;
  staff: boolean;
  /**
   * True when the caller used the token that verification replaced: the reply was lost and the same verification is
   * repeated.
   */
  isVerifiedAgain?: boolean;
};
