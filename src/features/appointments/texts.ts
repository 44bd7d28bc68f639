/** Shown where no appointments are saved and there is no network (D-02). */
export const NOTHING_SAVED = 'Connect to the internet once to save your appointments on this device.';
