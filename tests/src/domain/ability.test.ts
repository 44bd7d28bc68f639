import { expect, it } from 'vitest';
import { can, portalRole, roles } from '../../../src/domain/ability';

it('knows three roles, of which the portal treats everybody as a customer (ROLE-03, ROLE-06)', () => {
  expect(roles).toEqual(['admin', 'shop admin', 'customer']);
  expect(portalRole).toBe('customer');
});

it('lets a customer read Auth and the calendar (ROLE-04)', () => {
  expect(can('customer', 'read', 'Auth')).toBe(true);
  expect(can('customer', 'read', 'calendar')).toBe(true);
});
