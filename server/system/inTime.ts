/** What the work resolves to, or `otherwise` once `ms` milliseconds are over. The work itself goes on; a failure is thrown. */
export async function inTime<T, Other>(work: Promise<T>, ms: number, otherwise: Other): Promise<T | Other> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<Other>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), ms);
  });
  try {
    return await Promise.race([work, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}
