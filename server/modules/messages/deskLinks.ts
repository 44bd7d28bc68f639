import type { ItemKind } from '../../../src/contract/desk/inbox';

/** A thing that waits for the clinic: its kind and its own id. */
export type AtDesk = { kind: ItemKind; id: string };

/** Returns the address of a thing in the desk's inbox, without one of the inbox itself (D-423). */
export const deskLink = (publicUrl: string, clinicId: string, thing: AtDesk | null = null): string =>
  `${publicUrl}/admin/inbox${thing ? `/${encodeURIComponent(`${thing.kind}-${thing.id}`)}` : ''}?clinic=${encodeURIComponent(clinicId)}`;

/** Returns the address of the page on which a request is answered without signing in (D-423). */
export const answerLink = (publicUrl: string, token: string): string => `${publicUrl}/a/${token}`;
