/** Reads the clinic's website as a link and its text; without https there is only the text (D-208). */
export function website(url: string | null): { href: string | null; shown: string } | null {
  if (!url?.trim()) return null;
  const address = url.trim();
  const shown = address
    .replace(/^[a-z]+:\/\//i, '')
    .replace(/^www\./, '')
    .replace(/\/$/, '');
  return { href: secure(/^[a-z]+:/i.test(address) ? address : `https://${address}`), shown };
}

function secure(address: string): string | null {
  try {
    const { protocol, href } = new URL(address);
    return protocol === 'https:' ? href : null;
  } catch {
    return null;
  }
}
