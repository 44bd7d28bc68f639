const reasons: Readonly<Record<string, string>> = {
  InvalidStateError: 'This device has a passkey of yours already. It signs you in as it is.',
  NotAllowedError:
    'The device was told no, or waited too long. Try again and confirm it with your finger, face or PIN.',
  ConstraintError: 'This device has no lock that passkeys need. Set a PIN, finger or face for it first.',
  NotSupportedError: 'This device cannot make passkeys. Sign in with a code, or make one on another device.',
  SecurityError: 'Passkeys do not work at this address. Sign in with a code as before.',
};

/** Why a device made no passkey and what to do, by the name of the browser's error. */
export const unmadeWords = (error: string): string =>
  `No passkey was made. ${reasons[error] ?? 'Try again, or sign in with a code as before.'}`;
