/**
 * Whether somebody is staff: they have a verified e-mail at the configured domain. Nothing else makes them staff
 * (D-14).
 */
export function isStaff(verifiedEmail: string | null, domain: string | undefined): boolean {
  return domain !== undefined && verifiedEmail !== null && verifiedEmail.toLowerCase().endsWith(`@${domain}`);
}
