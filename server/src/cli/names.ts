import type { CommandContext } from './command-context.ts'

type List = (context: Pick<CommandContext, 'store'>) => Promise<readonly string[]>

/** What of the installation is named on the command line. */
export const nameLists = {
  accounts: async ({ store }) =>
    (await store.accounts()).map(({ email }) => email).filter((email) => email.includes('@')),
  clients: async ({ store }) => (await store.oidcClients(null)).map(({ id }) => id),
  contracts: async ({ store }) => (await store.numberContracts()).map(({ document }) => document),
  ranges: async ({ store }) => (await store.callerRanges()).map(({ first, last }) => `${first}-${last}`),
  services: async ({ store }) =>
    (await store.services(null)).filter(({ status }) => status !== 'archived').map(({ id }) => String(id)),
  tariffs: async ({ store }) => (await store.tariffs()).map(({ code }) => code),
  trunks: async ({ store }) => (await store.trunks()).map(({ name }) => name),
} satisfies Readonly<Record<string, List>>

export type NameKind = keyof typeof nameLists
export const nameKinds = Object.keys(nameLists).sort() as NameKind[]
