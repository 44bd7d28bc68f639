/** Dialogs, what the app adds after its first draw or loads later, and what it tells the worker: a draw for an owner begins without them. */
const Nothing = (): null => null;
export {
  Nothing as EmailHistoryDialog,
  Nothing as Medications,
  Nothing as WaitingRequests,
  Nothing as InstallHelp,
  Nothing as RefillDialog,
  Nothing as tellLook,
  Nothing as useReturn,
};
