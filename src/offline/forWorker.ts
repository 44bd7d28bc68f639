const notes = () => import('./database/keepNotes');

/** Notes for the worker that a clinic's owner is signing out: from then on it draws nothing of the owner (D-308). */
export const noteLeaving = (clinicId: string): Promise<void> =>
  notes().then(
    (file) => file.keepLeaving(clinicId),
    () => undefined,
  );

/** Notes for the worker how a page looks, after a change of it. */
export const tellLook = (): void =>
  void notes().then(
    ({ keepLook }) => keepLook(),
    () => undefined,
  );
