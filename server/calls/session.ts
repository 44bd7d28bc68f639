/** The signed-in session that a token named. `guest` until an identifier is verified (D-18). */
export type Session = {
  id: string;
  userId: string;
  guest: boolean;
  /** Verified identifiers, normalised: lower case, E.164. */
  email: string | null;
  phone: string | null;
  staff: boolean;
  /** Named by the token that verifying replaced: this is that verification again, since its reply was lost. */
  isVerifiedAgain?: boolean;
};
