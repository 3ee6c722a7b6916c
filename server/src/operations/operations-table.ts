import type { TSchema } from 'typebox'
import * as accounts from './accounts.ts'
import * as adminTokens from './admin-tokens.ts'
import * as alarms from './alarms.ts'
import * as callerPool from './caller-pool.ts'
import * as confirmationPool from './confirmation-pool.ts'
import * as consent from './consent.ts'
import * as contracts from './contracts.ts'
import * as dialects from './dialects.ts'
import * as endpoints from './event-endpoints.ts'
import { eventSentences } from './events.ts'
import * as gateways from './gateways.ts'
import * as hooks from './hooks.ts'
import * as installation from './installation.ts'
import * as oidc from './oidc.ts'
import type { FullContext, Operation } from './operation.ts'
import * as party from './party.ts'
import * as prefixes from './paused-prefixes.ts'
import * as people from './people.ts'
import * as protection from './protection.ts'
import * as recorded from './recorded.ts'
import * as recordings from './recordings.ts'
import * as keys from './service-keys.ts'
import * as services from './services.ts'
import * as caps from './spend-caps.ts'
import * as tariffs from './tariffs.ts'
import * as trunks from './trunks.ts'
import * as webhooks from './webhooks.ts'
import type { Both } from './wording.ts'

// biome-ignore lint/suspicious/noExplicitAny: each operation has its own types; whoever takes one from the table checks its input
export type AnyOperation = Operation<TSchema, any, any, any, FullContext, any>

const isOperation = (value: unknown): value is AnyOperation =>
  typeof value === 'object' && value !== null && 'run' in value && 'about' in value

/** By the names of their exports: types follow them. */
export const operationsByExport = {
  ...accounts,
  ...adminTokens,
  ...alarms,
  ...callerPool,
  ...confirmationPool,
  ...consent,
  ...contracts,
  ...dialects,
  ...endpoints,
  ...gateways,
  ...hooks,
  ...installation,
  ...keys,
  ...oidc,
  ...party,
  ...people,
  ...prefixes,
  ...protection,
  ...recorded,
  ...recordings,
  ...services,
  ...caps,
  ...tariffs,
  ...trunks,
  ...webhooks,
}

export type Operations = typeof operationsByExport

/** Every operation by its name. The thread that runs the transaction loads this table. */
export const operations: Readonly<Record<string, AnyOperation>> = Object.fromEntries(
  Object.values<unknown>(operationsByExport)
    .filter(isOperation)
    .map((each) => [each.name, each]),
)

const sentences: Readonly<Record<string, (facts: never) => Both>> = {
  ...eventSentences,
  ...Object.fromEntries(Object.values(operations).map(({ name, log }) => [name, log])),
}

/** Of stored lines. */
export const kinds = Object.keys(sentences)

/** What a stored line says. The kind of a newer release is shown by its name. */
export function sentenceOf(kind: string, facts: object) {
  const [en, ru] = sentences[kind]?.(facts as never) ?? [kind, kind]
  return { en, ru }
}
