import { type Role, roles } from '../storage/queries/people.ts'

/** Permissions that a route can require. The web app hides what a role may not do; the server refuses it. */
const permissions = [
  /** Calls, statistics, deliveries, services as they are. */
  'read',
  /** Balance, ledger, tariff, spend. */
  'read-money',
  /** Create and change services, keys, webhook secrets; place calls; send webhooks again. */
  'change-services',
  /** Notices about money. */
  'change-money-notices',
  /** Members, roles, invitations, closing the account. */
  'change-account',
] as const
export type Permission = (typeof permissions)[number]

const granted: Readonly<Record<Role, readonly Permission[]>> = {
  owner: permissions,
  developer: ['read', 'read-money', 'change-services'],
  accountant: ['read', 'read-money', 'change-money-notices'],
  'read-only': ['read'],
}

export function permissionsOf(role: Role): readonly Permission[] {
  return granted[role]
}

export const rolesWith = (permission: Permission): Role[] =>
  roles.filter((role) => granted[role].includes(permission))
