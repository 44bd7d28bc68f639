/** A page that has nothing saved to show without a network (D-02). */
export const NOTHING_SAVED = "Connect to the internet once to save this pet's records on this device.";
/** PETS-08: for a list that the server says is empty, never for one that failed to load (D-12). */
export const EMPTY = "Nothing to see here yet! If you've been here before, check back in a few minutes.";
