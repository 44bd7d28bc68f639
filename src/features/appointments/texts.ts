/** D-02, for appointments */
export const NOTHING_SAVED = 'Connect to the internet once to save your appointments on this device.';
