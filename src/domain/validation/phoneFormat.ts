/** Writes digits as 3-3-rest, those of an unfinished number too: '5125' becomes '512-5' (RLOOK-02, CONST-06). */
export const formatPhone = (digits: string): string =>
  [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)].filter((part) => part !== '').join('-');
