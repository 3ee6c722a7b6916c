import { Type } from 'typebox'
import { hashKey, newSecretKey } from '../accounts/secret-key.ts'
import { newServiceSettings, serviceSettingsSchema, wrongSetting } from '../accounts/service-settings.ts'
import { namesOf as fieldsOf } from '../fields/field.ts'
import { maxWorkflowRules, serviceFields } from '../fields/service-fields.ts'
import { type BlockedNetwork, ruleForBlocked } from '../fields/workflow-templates.ts'
import { OperationRefused, wrongField } from '../storage/operation-refused.ts'
import { installationSettings } from '../storage/queries/installation.ts'
import type { ServiceRecord, ServiceSettings } from '../storage/queries/services.ts'
import * as services from '../storage/queries/services.ts'
import { type Changes, changesOf, isEmpty, namesOf } from './changes.ts'
import { id, knownAccount, knownService, settingsOf, textIn } from './fields.ts'
import { type FullContext, type OperationContext, type OperationTx, operation } from './operation.ts'
import { arrow, changed, fieldNames } from './wording.ts'

const maxNameLength = 100
const maxUseLength = 300
/** Keeps the list of a client's services on one page. A client who needs more asks the operator. */
const maxServicesByOwner = 200

const name = Type.String({ maxLength: 200, description: 'its name' })
const useDirection = Type.String({ maxLength: 1_000, description: 'where it is used' })
const settings = Type.Unsafe<Partial<ServiceSettings>>(settingsOf(serviceSettingsSchema))

export const createService = operation({
  name: 'service.create',
  about: 'Create a service; its secret key is shown once',
  log: ({ service, account }: { service: number; account: number }) => [
    `service ${service} of account ${account} made`,
    `создан сервис ${service} аккаунта ${account}`,
  ],
  by: 'change-services',
  api: { scope: 'accounts', path: '/services' },
  id: 'may',
  input: Type.Object({
    name,
    useDirection: Type.Optional(useDirection),
    settings: Type.Optional(settings),
  }),
  prepare(making: OperationContext & Pick<FullContext, 'random' | 'webhookSecrets'>, input) {
    const secretKey = newSecretKey(making.random)
    return {
      ...input,
      secretKey,
      keyHash: hashKey(secretKey),
      sealedWebhookSecret: making.webhookSecrets.newSealed(),
    }
  },
  async run(tx, { name: typed, useDirection: use = '', settings: given = {}, ...made }) {
    const { id: accountId } = await knownAccount(tx, tx.accountId ?? 0)
    const { sql, author, at, log } = tx
    const own = await services.services(sql, accountId)
    if (author.role === 'member' && own.length >= maxServicesByOwner)
      throw new OperationRefused('too-many-services', `an account has at most ${maxServicesByOwner} services`)
    requireSound(tx, given)
    const { defaultCountries } = await installationSettings(sql)
    const service = await services.createService(sql, {
      accountId,
      ...checkedTexts({ name: typed, useDirection: use }),
      keyHash: made.keyHash,
      settings: { ...newServiceSettings(defaultCountries), ...given },
      sealedWebhookSecret: made.sealedWebhookSecret,
      at,
    })
    log({ service: service!.id, account: accountId }, accountId)
    return withoutKeys(service!)
  },
  shown: (_, { secretKey }) => ({ secretKey }),
})

const [english, russian] = fieldNames(serviceFields, {
  name: ['name', 'название'],
  useDirection: ['where it is used', 'где используется'],
  status: ['status', 'состояние'],
})

export const changeService = operation({
  name: 'service.change',
  about: 'Change the settings of a service',
  log: ({ service, changes }: { service: number; changes: Changes }) => [
    `service ${service} changed: ${changed(changes, english)}`,
    `изменён сервис ${service}: ${changed(changes, russian)}`,
  ],
  by: 'change-services',
  api: { scope: 'accounts', path: '/services/:service' },
  input: Type.Object({
    service: id,
    name: Type.Optional(name),
    useDirection: Type.Optional(useDirection),
    status: Type.Optional(
      Type.Enum(['active', 'off'], { description: 'either value also restores an archived service' }),
    ),
    settings: Type.Optional(settings),
  }),
  async run(tx, { service, settings: given = {}, ...others }) {
    requireSound(tx, given)
    const fields = [...Object.keys(others), ...Object.keys(given)]
    if (fields.length === 0) return withoutKeys(await knownService(tx, service))
    const change = { ...others, ...checkedTexts(others), settings: given }
    const before = await knownService(tx, service)
    const after = (await services.changeService(tx.sql, { id: service, ...change, at: tx.at }))!
    const changes = changesOf(flat(before), flat(after), fields)
    if (!isEmpty(changes)) {
      tx.log({ service, changes })
      tx.history(before.accountId, { service, changes: namesOf(changes) })
    }
    return withoutKeys(after)
  },
})

/** Whoever makes it knows which services begin with flash there, and whose people can call us. */
export const beginWithInbound = operation({
  name: 'service.inbound-first',
  about: 'Begin with inbound for the people of a network',
  log: ({ service, operator }: { service: number; operator: string }) => [
    `service ${service} begins with inbound for ${operator}`,
    `сервис ${service} начинает со входящего звонка для ${operator}`,
  ],
  input: Type.Unsafe<BlockedNetwork & { readonly services: readonly number[] }>({}),
  async run(tx, { services: ids, ...network }) {
    const full: number[] = []
    for (const id of ids) {
      const { accountId, settings } = await knownService(tx, id)
      const after = { workflow: [ruleForBlocked(network), ...settings.workflow] }
      if (after.workflow.length > maxWorkflowRules) {
        full.push(id)
        continue
      }
      requireSound(tx, after)
      await services.changeService(tx.sql, { id, settings: after, at: tx.at })
      tx.log({ service: id, operator: network.operator }, accountId)
    }
    /** Services without room for one more rule: the others need not wait for them. */
    return { full }
  },
})

export const archiveService = operation({
  name: 'service.archive',
  about: 'Archive a service: its requests are refused (error 1004)',
  log: ({ service }: { service: number }) => [`service ${service} archived`, `сервис ${service} в архиве`],
  by: 'change-services',
  api: { scope: 'dangerous', path: '/services/:service/archive' },
  input: Type.Object({
    service: id,
    name: Type.String({ maxLength: 200, description: 'of the service, typed as a confirmation' }),
  }),
  async run(tx, { service, name: typed }) {
    const { name, accountId } = await knownService(tx, service)
    if (name !== typed.trim()) throw wrongField('name', 'exactly the name of the service')
    tx.log({ service }, accountId)
    const after = await services.changeService(tx.sql, { id: service, status: 'archived', at: tx.at })
    return withoutKeys(after!)
  },
})

/** Only the operator can grant free repeats. */
export const setLegacyRepeats = operation({
  name: 'service.legacy-repeats',
  about: 'Offer the free repeats of initRepeat to a service, or not',
  log: ({ service, on }: { service: number; on: boolean }) => [
    `legacy repeats of service ${service} ${on ? 'on' : 'off'}`,
    `старые повторы сервиса ${service} ${on ? 'включены' : 'выключены'}`,
  ],
  api: { scope: 'accounts', path: '/services/:service/legacy-repeats' },
  input: Type.Object({ service: id, on: Type.Boolean() }),
  async run(tx, { service, on }) {
    const { accountId } = await knownService(tx, service)
    await services.changeService(tx.sql, { id: service, settings: { legacyRepeats: on }, at: tx.at })
    tx.log({ service, on }, accountId)
  },
})

/** Only the operator can change it: it protects the other services of the installation. */
export const setRequestLimit = operation({
  name: 'service.request-limit',
  about: 'Set how many requests per second a service may send',
  log: ({ service, from, perSecond }: Record<'service' | 'from' | 'perSecond', number>) => {
    const change = (none: string) => arrow(from || none, perSecond || none)
    return [
      `requests per second of service ${service}: ${change('as the installation says')}`,
      `запросов в секунду у сервиса ${service}: ${change('как задано для установки')}`,
    ]
  },
  api: { scope: 'accounts', path: '/services/:service/request-limit' },
  input: Type.Object({
    service: id,
    perSecond: Type.Union([Type.Integer(), Type.Null()], {
      description: 'null: as the installation says (`RINGKEY_SERVICE_LIMIT`)',
    }),
  }),
  async run(tx, { service, perSecond }) {
    const { accountId, settings: before } = await knownService(tx, service)
    const settings = { requestsPerSecond: perSecond }
    requireSound(tx, settings)
    await services.changeService(tx.sql, { id: service, settings, at: tx.at })
    tx.log({ service, from: before.requestsPerSecond ?? 0, perSecond: perSecond ?? 0 }, accountId)
  },
})

const flat = ({ settings, ...others }: ServiceRecord): Record<string, unknown> => ({ ...others, ...settings })

export function withoutKeys({ keyHash: _, previousKeyHash: __, ...service }: ServiceRecord) {
  return service
}

function checkedTexts<Texts extends { readonly name?: string; readonly useDirection?: string }>({
  name,
  useDirection,
}: Texts) {
  const texts = {
    ...(name === undefined ? {} : { name: textIn('name', name, maxNameLength, 1) }),
    ...(useDirection === undefined
      ? {}
      : { useDirection: textIn('useDirection', useDirection, maxUseLength) }),
  }
  return texts as Pick<Texts, keyof Texts & ('name' | 'useDirection')>
}

/** Some settings only the operator may change. */
function requireSound({ author }: OperationTx, settings: Partial<ServiceSettings>): void {
  const unknown = Object.keys(settings).find((field) => !Object.hasOwn(serviceFields, field))
  if (unknown !== undefined) throw wrongField(unknown, 'a setting that services have')
  const foreign = fieldsOf(serviceFields).find(
    (field) => field in settings && serviceFields[field].group === 'operator',
  )
  if (foreign !== undefined && author.role === 'member')
    throw wrongField(foreign, 'a setting that an owner may change')
  const fault = wrongSetting(settings)
  if (fault !== undefined) throw wrongField(fault.field, fault.expected)
}
