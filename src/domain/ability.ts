/**
 * Who may do what on the page (ROLE-03 to ROLE-06). The server decides for itself (D-201); this only shapes the menus.
 */

export const roles = ['admin', 'shop admin', 'customer'] as const;
export type Role = (typeof roles)[number];

export type Action = 'read';
export type Resource = 'Auth' | 'calendar';
type Rule = { action: Action; resource: Resource };

/** The default ability, the same for every role: the portal has no screens that need more. */
const standard: readonly Rule[] = [
  { action: 'read', resource: 'Auth' },
  { action: 'read', resource: 'calendar' },
];

const abilities: Readonly<Record<Role, readonly Rule[]>> = {
  admin: standard,
  'shop admin': standard,
  customer: standard,
};

/** Everybody who is signed in to the portal has the role of a customer, whatever else they are (ROLE-03). */
export const portalRole: Role = 'customer';

export const can = (role: Role, action: Action, resource: Resource): boolean =>
  abilities[role].some((rule) => rule.action === action && rule.resource === resource);
