import { Type } from 'typebox'
import { isAddressOrRange } from '../platform/address-list.ts'
import { hourMs } from '../platform/clock.ts'
import { languageTagPattern } from '../platform/languages.ts'
import { OperationRefused, wrongField } from '../storage/operation-refused.ts'
import * as hooks from '../storage/queries/hooks.ts'
import { type HookKind, type HookOf, type HookRecord, hookKinds } from '../storage/queries/hooks.ts'
import {
  credentialInPattern,
  newCredential,
  pastedFault,
  signsAlways,
  storedCredential,
} from '../webhooks/hook-credentials.ts'
import { type Changes, changesOf, isEmpty, namesOf } from './changes.ts'
import { belonging, id, knownService, optional, overlapHours } from './fields.ts'
import { type FullContext, type OperationContext, type OperationTx, operation } from './operation.ts'
import { changed } from './wording.ts'

type HookFacts = { hook: number; service: number; kind: HookKind }
type Making = OperationContext & Pick<FullContext, 'random' | 'sealer'>

const name = (what: string) =>
  Type.String({ pattern: '^[!-~]{1,64}$', description: what, expected: 'a name such as phone' })
const secret = Type.Optional(
  Type.String({ maxLength: 400, description: 'the credential, where the identity server made it' }),
)

const anAddress = 'an address such as 203.0.113.7 or 203.0.113.0/24'

const fields = optional({
  language: Type.String({
    pattern: languageTagPattern,
    description: 'of spoken codes; that of the service when not given',
    expected: 'a language tag such as de or pt-BR',
  }),
  modes: Type.Array(Type.Enum(['flash', 'voice', 'mix']), {
    maxItems: 3,
    description: 'ways to call, in this order; the workflow of the service when not given',
  }),
  allowedAddresses: Type.Array(Type.String({ expected: anAddress }), {
    maxItems: 100,
    description: 'an address or range of the identity server; others are refused',
  }),
  credentialIn: Type.String({
    pattern: credentialInPattern.source,
    description: 'the one place where the credential stands; that of the kind when not given',
    expected: 'basic, header:NAME or member:NAME',
  }),
  phoneName: name('name of the member with the phone'),
  codeName: name('name of the member with the code'),
  textName: name('name of the member with a text that holds the code'),
  status: Type.Integer({ minimum: 200, maximum: 299, description: 'HTTP status when it was served' }),
})
/** Servers that let their owner choose names. */
const namedKinds: readonly HookKind[] = ['generic', 'casdoor', 'keycloak']
const names = ['phoneName', 'codeName', 'textName', 'status'] as const

export const addHook = operation({
  name: 'hook.add',
  about: 'Add a hook, which lets an identity server deliver its codes by calls; the credential is shown once',
  log: ({ service, kind }: HookFacts) => [
    `${kind} hook of service ${service} added`,
    `добавлен хук ${kind} сервиса ${service}`,
  ],
  by: 'change-services',
  api: { scope: 'accounts', path: '/services/:service/hooks' },
  id: 'may',
  isIndependent: true,
  input: Type.Object({ service: id, kind: Type.Enum([...hookKinds]), secret, ...fields }),
  prepare(making: Making, { service, kind, secret: pasted, ...settings }) {
    checkSettings(kind, settings)
    if (settings.credentialIn !== undefined && signsAlways(kind))
      throw wrongField('credentialIn', `nothing for the kind ${kind}, which signs its requests`)
    return {
      service,
      kind,
      settings,
      ...credentialOf(making, { serviceId: service, kind, settings }, pasted),
    }
  },
  async run(tx, { service, kind, settings, stored }) {
    const { accountId } = await knownService(tx, service)
    const wanted = { serviceId: service, kind, settings, credential: stored, createdAt: tx.at }
    const made = await hooks.addHook(tx.sql, wanted)
    if (made === undefined)
      throw new OperationRefused('hook-exists', `Service ${service} has a hook of the kind ${kind}`)
    tx.log({ hook: made.id, service, kind }, accountId)
    return hookView(made)
  },
  shown: (_: Making, { shown }) => ({ credential: shown }),
})

function checkSettings(kind: HookKind, settings: hooks.HookSettings) {
  const wrong = settings.allowedAddresses?.find((each) => !isAddressOrRange(each))
  if (wrong !== undefined) throw wrongField('allowedAddresses', anAddress)
  const foreign = names.find((field) => settings[field] !== undefined)
  if (foreign !== undefined && !namedKinds.includes(kind))
    throw wrongField(foreign, `nothing for the kind ${kind}; only for ${namedKinds.join(', ')}`)
}

// Where the credential stands says what form it has: with another place it is made anew.
const { credentialIn: _, ...changeable } = fields

export const changeHook = operation({
  name: 'hook.change',
  about: 'Change a hook; its credential stays',
  log: ({ service, kind, changes }: HookFacts & { changes: Changes }) => [
    `${kind} hook of service ${service} changed: ${changed(changes)}`,
    `изменён хук ${kind} сервиса ${service}: ${changed(changes)}`,
  ],
  by: 'change-services',
  api: { scope: 'accounts', path: '/hooks/:hook' },
  input: Type.Object({ hook: id, ...changeable }),
  async run(tx, { hook, ...given }) {
    const { service, accountId, kind, record } = await knownHook(tx, hook)
    checkSettings(kind, given)
    const settings = { ...record.settings, ...given }
    const changes = changesOf(record.settings, settings, Object.keys(given) as (keyof typeof given)[])
    if (!isEmpty(changes)) {
      await hooks.changeHook(tx.sql, { id: hook, settings })
      tx.log({ hook, service, kind, changes: namesOf(changes) }, accountId)
    }
    return hookView({ ...record, settings })
  },
})

export const rotateHook = operation({
  name: 'hook.rotate',
  about: 'Make a new credential of a hook; the old one is accepted too until the overlap ends',
  log: ({ service, kind }: HookFacts) => [
    `new credential of the ${kind} hook of service ${service}`,
    `новые учётные данные хука ${kind} сервиса ${service}`,
  ],
  by: 'change-services',
  api: { scope: 'accounts', path: '/hooks/:hook/rotate' },
  isIndependent: true,
  input: Type.Object({ hook: id, overlapHours, secret }),
  async prepare(making: Making, { hook, overlapHours: hours, secret: pasted }) {
    const known = await making.store.hookById(hook)
    const service = known && (await making.store.service(known.serviceId))
    const isOthers = making.accountId !== undefined && service?.accountId !== making.accountId
    if (known === undefined || isOthers) throw noHook(hook)
    return { hook, hours, ...credentialOf(making, known, pasted) }
  },
  async run(tx, { hook, hours, stored }) {
    const { service, accountId, kind } = await knownHook(tx, hook)
    const previousEndsAt = tx.at + Math.round(hours * hourMs)
    const after = await hooks.rotateHook(tx.sql, { id: hook, credential: stored, previousEndsAt, at: tx.at })
    tx.log({ hook, service, kind }, accountId)
    return hookView(after!)
  },
  shown: (_: Making, { shown }) => ({ credential: shown }),
})

export const removeHook = operation({
  name: 'hook.remove',
  about: 'Delete a hook',
  log: ({ service, kind }: HookFacts) => [
    `${kind} hook of service ${service} removed`,
    `удалён хук ${kind} сервиса ${service}`,
  ],
  by: 'change-services',
  api: { scope: 'accounts', path: '/hooks/:hook/remove' },
  isIndependent: true,
  input: Type.Object({ hook: id }),
  async run(tx, { hook }) {
    const { service, accountId, kind } = await knownHook(tx, hook)
    await hooks.removeHook(tx.sql, hook)
    return tx.log({ hook, service, kind }, accountId)
  },
})

/** `shown` is null for one that was pasted: its owner has it. */
function credentialOf(
  { sealer, random }: Making,
  hook: HookOf & Pick<HookRecord, 'settings'>,
  pasted: string | undefined,
) {
  const { kind, settings } = hook
  if (kind === 'zitadel' && pasted === undefined)
    throw wrongField('secret', 'the signing key that zitadel shows for its HTTP provider')
  const fault = pasted === undefined ? undefined : pastedFault(kind, settings, pasted)
  if (fault !== undefined) throw wrongField('secret', fault)
  const credential = pasted ?? newCredential(kind, settings, random)
  return {
    stored: storedCredential(sealer, hook, credential),
    shown: pasted === undefined ? credential : null,
  }
}

const noHook = (hookId: number) => new OperationRefused('no-hook', `There is no hook ${hookId}`)

async function knownHook(tx: OperationTx, hookId: number) {
  const found = await belonging(tx, await hooks.hookById(tx.sql, hookId), noHook(hookId))
  return { ...found, kind: found.record.kind }
}

/** Everything but the credentials. */
export function hookView({ credential, previousCredential, previousEndsAt, ...shown }: HookRecord) {
  return { ...shown, previousEndsAt: previousCredential === null ? null : previousEndsAt }
}
