/** Staff are known by a verified e-mail at the configured domain, and by nothing else (D-14). */
export function isStaff(verifiedEmail: string | null, domain: string | undefined): boolean {
  return domain !== undefined && verifiedEmail !== null && verifiedEmail.toLowerCase().endsWith(`@${domain}`);
}
