/** The name of the desk's own database on the device. */
export const deskDbName = 'desk';
