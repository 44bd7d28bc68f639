/** Shown without a network at the address of an appointment that is not among those that are saved (D-02). */
export const NOT_SAVED = "This appointment isn't saved on this device. Connect to the internet to see it.";
/** Shown where no appointments are saved and there is no network (D-02). */
export const NOTHING_SAVED = 'Connect to the internet once to save your appointments on this device.';
