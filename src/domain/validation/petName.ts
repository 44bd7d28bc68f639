import * as limits from '../../limits';
import { tidySpaces } from './name';

/** Shown under a missing name (VAL-13). */
export const PET_NAME_REQUIRED = 'Pet name is required';
/** Shown under a name of more than 30 characters (VAL-14). */
export const PET_NAME_TOO_LONG = "Please limit your pet's name to 30 characters.";
/**
 * Asked where a pet's name might be several names (VAL-15); also shown as the error while the box is not ticked
 * (D-136).
 */
export const ONE_PET_NAME_QUESTION =
  "Is this one pet's name? If you have more than one pet, please schedule separate appointments.";
/** The label of the box that confirms a single pet (INFO-10). */
export const ONE_PET_NAME_CONFIRM = 'I confirm that this is only one pet';

/**
 * The message for a pet's name that is missing or has more than `most` characters; null for a right one. The default is
 * for a typed name; a pet on file has whatever name the clinic gave it (D-411).
 */
export function petNameProblem(name: string, most: number = limits.petNameMax): string | null {
  const tidy = tidySpaces(name);
  if (tidy === '') return PET_NAME_REQUIRED;
  return tidy.length > most ? PET_NAME_TOO_LONG : null;
}

/** Whether a typed name might name several pets: three or more words (VAL-15, D-83). */
export const isPetNameDoubtful = (name: string): boolean => tidySpaces(name).split(' ').length >= 3;
