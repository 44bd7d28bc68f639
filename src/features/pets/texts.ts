/** Shown where no records are saved and there is no network (D-02). */
export const NOTHING_SAVED = "Connect to the internet once to save this pet's records on this device.";
/** PETS-08: shown when the server returned an empty list, never when loading failed (D-12). */
export const EMPTY = "Nothing to see here yet! If you've been here before, check back in a few minutes.";
