import { type Static, type TObject, Type } from 'typebox'
import { eventTypes } from '../books/event-types.ts'
import { hourMs } from '../platform/clock.ts'
import { pick } from '../platform/pick.ts'
import { randomWord } from '../platform/random.ts'
import { OperationRefused, type RefusalReason, wrongField } from '../storage/operation-refused.ts'
import * as endpoints from '../storage/queries/event-endpoints.ts'
import type { GuardRefusal } from '../webhooks/callback-guard.ts'
import { receiverOf } from '../webhooks/receiver.ts'
import { type Changes, changesOf, isEmpty, namesOf } from './changes.ts'
import { belonging, id, knownService, optional, overlapHours, tooMany } from './fields.ts'
import { type FullContext, type OperationContext, type OperationTx, operation } from './operation.ts'
import { changed } from './wording.ts'

const maxUrlLength = 2_048
const maxDescriptionLength = 200
const nonceLength = 16
const typesExpected = `at least one of ${eventTypes.join(', ')}`

const fields = {
  url: Type.String({ maxLength: 2 * maxUrlLength, description: 'where events go' }),
  types: Type.Union([Type.Array(Type.Enum([...eventTypes]), { maxItems: eventTypes.length }), Type.Null()], {
    description: 'events to send; null sends every type, also types of later versions',
    expected: typesExpected,
  }),
  description: Type.String({ maxLength: 2 * maxDescriptionLength, description: 'what it is for' }),
  enabled: Type.Boolean({ description: 'whether events are sent' }),
}
type EndpointFields = Static<TObject<typeof fields>>
export type Addressing = OperationContext & Pick<FullContext, 'callbackGuard' | 'demo' | 'webhookSecrets'>
type EndpointFacts = Readonly<Record<'endpoint' | 'service', number>>
type Signing = OperationContext & Pick<FullContext, 'webhookSecrets'>

export const addEndpoint = operation({
  name: 'endpoint.add',
  about: 'Send the events of a service to an address',
  log: ({ endpoint, service }: EndpointFacts) => [
    `webhook endpoint ${endpoint} of service ${service} added`,
    `добавлен адрес веб-хуков ${endpoint} сервиса ${service}`,
  ],
  by: 'change-services',
  api: { scope: 'accounts', path: '/services/:service/endpoints' },
  id: 'may',
  input: Type.Object({ service: id, ...fields }),
  async prepare(context: Addressing, { service, ...given }) {
    const checked = { ...given, ...(await checkedFields(context, service, given)) }
    return { service, ...checked, sealed: context.webhookSecrets.newSealed() }
  },
  async run(tx, { service, receiver = '', ...given }) {
    const { accountId } = await knownService(tx, service)
    const wanted = { serviceId: service, ...given, receiver, createdAt: tx.at }
    const made = await endpoints.addEndpoint(tx.sql, wanted)
    if (made === undefined)
      throw tooMany('too-many-endpoints', endpoints.maxEndpointsPerService, 'webhook endpoints')
    tx.log({ endpoint: made.id, service }, accountId)
    return endpointView(made)
  },
  shown: ({ webhookSecrets }: Addressing, { sealed }) => ({ secret: secretIn(webhookSecrets, sealed) }),
})

export const secretIn = (secrets: FullContext['webhookSecrets'], sealed: Uint8Array) =>
  secrets.open({ sealed, previousSealed: null, previousEndsAt: 0 }).current

export const changeEndpoint = operation({
  name: 'endpoint.change',
  about: 'Change a webhook endpoint',
  log: ({ endpoint, service, changes }: EndpointFacts & { changes: Changes }) => [
    `webhook endpoint ${endpoint} of service ${service} changed: ${changed(changes)}`,
    `изменён адрес веб-хуков ${endpoint} сервиса ${service}: ${changed(changes)}`,
  ],
  by: 'change-services',
  api: { scope: 'accounts', path: '/endpoints/:endpoint' },
  input: Type.Object({ endpoint: id, ...optional(fields) }),
  async prepare(context: Addressing, { endpoint, ...given }) {
    const { serviceId: service } = (await context.store.endpoint(endpoint)) ?? { serviceId: 0 }
    return { endpoint, given: { ...given, ...(await checkedFields(context, service, given)) } }
  },
  async run(tx, { endpoint: endpointId, given }) {
    const { record: before, service, accountId } = await knownEndpoint(tx, endpointId)
    const names = Object.keys(given).filter((name) => name !== 'receiver') as (keyof typeof given)[]
    if (names.length === 0) throw wrongField('body', 'something to change')
    const after = (await endpoints.changeEndpoint(tx.sql, { id: endpointId, ...given }))!
    // The path of an address may be a secret: the receiver is its host and port.
    const place = (each: endpoints.EndpointRecord) => ({ ...each, url: each.receiver })
    const changes = {
      ...(before.url === after.url ? {} : { url: null }),
      ...changesOf(place(before), place(after), names),
    }
    if (!isEmpty(changes)) {
      tx.log({ endpoint: endpointId, service, changes })
      tx.history(accountId, { endpoint: endpointId, service, changes: namesOf(changes) })
    }
    return endpointView(after)
  },
})

/** Events that wait for it are deleted. */
export const removeEndpoint = operation({
  name: 'endpoint.remove',
  about: 'Remove a webhook endpoint, with the events that wait for it',
  log: ({ endpoint, service }: EndpointFacts) => [
    `webhook endpoint ${endpoint} of service ${service} removed`,
    `удалён адрес веб-хуков ${endpoint} сервиса ${service}`,
  ],
  by: 'change-services',
  api: { scope: 'accounts', path: '/endpoints/:endpoint/remove' },
  input: Type.Object({ endpoint: id }),
  async run(tx, { endpoint }) {
    const { service, accountId } = await knownEndpoint(tx, endpoint)
    await endpoints.removeEndpoint(tx.sql, endpoint)
    return tx.log({ endpoint, service }, accountId)
  },
})

export const showEndpointSecret = operation({
  name: 'endpoint.secret',
  about: 'Show the secret that signs the events of an endpoint; showing it is recorded',
  log: ({ endpoint, service }: EndpointFacts) => [
    `secret of webhook endpoint ${endpoint} of service ${service} shown`,
    `секрет адреса веб-хуков ${endpoint} сервиса ${service} показан`,
  ],
  by: 'change-services',
  api: { scope: 'accounts', path: '/endpoints/:endpoint/secret' },
  isIndependent: true,
  input: Type.Object({ endpoint: id }),
  async run(tx, { endpoint }) {
    const { service, accountId, record } = await knownEndpoint(tx, endpoint)
    tx.log({ endpoint, service }, accountId)
    return record
  },
  answer: ({ webhookSecrets }: Signing, record) => webhookSecrets.open(record),
})

export const rotateEndpointSecret = operation({
  name: 'endpoint.rotate-secret',
  about:
    'Make a new secret that signs the events of an endpoint; the old one also signs until the overlap ends',
  log: ({ endpoint, service }: EndpointFacts) => [
    `secret of webhook endpoint ${endpoint} of service ${service} rotated`,
    `секрет адреса веб-хуков ${endpoint} сервиса ${service} заменён`,
  ],
  by: 'change-services',
  api: { scope: 'accounts', path: '/endpoints/:endpoint/secret/rotate' },
  isIndependent: true,
  input: Type.Object({ endpoint: id, overlapHours }),
  prepare: ({ webhookSecrets }: Signing, input) => ({ ...input, sealed: webhookSecrets.newSealed() }),
  async run(tx, { endpoint, overlapHours: hours, sealed }) {
    const { service, accountId } = await knownEndpoint(tx, endpoint)
    const previousEndsAt = tx.at + Math.round(hours * hourMs)
    await endpoints.rotateEndpointSecret(tx.sql, { id: endpoint, sealed, previousEndsAt })
    tx.log({ endpoint, service }, accountId)
    return (await endpoints.endpoint(tx.sql, endpoint))!
  },
  answer: ({ webhookSecrets }: Signing, record) => webhookSecrets.open(record),
})

export const sendTestEvent = operation({
  name: 'endpoint.test',
  about: 'Send a signed test event to an endpoint',
  log: ({ endpoint, service }: EndpointFacts) => [
    `test event sent to webhook endpoint ${endpoint} of service ${service}`,
    `тестовое событие отправлено на адрес веб-хуков ${endpoint} сервиса ${service}`,
  ],
  by: 'change-services',
  api: { scope: 'accounts', path: '/endpoints/:endpoint/test' },
  isIndependent: true,
  input: Type.Object({ endpoint: id }),
  prepare: ({ random }: OperationContext & Pick<FullContext, 'random'>, { endpoint }) => ({
    endpoint,
    nonce: randomWord(random, nonceLength),
  }),
  async run(tx, { endpoint, nonce }) {
    const { service, accountId } = await knownEndpoint(tx, endpoint)
    const webhookId = (await endpoints.enqueueTestEvent(tx.sql, { id: endpoint, nonce, at: tx.at }))!
    tx.log({ endpoint, service }, accountId)
    return { webhookId }
  },
})

async function knownEndpoint(tx: OperationTx, endpointId: number) {
  const missing = new OperationRefused('no-endpoint', `There is no webhook endpoint ${endpointId}`)
  const found = await endpoints.endpoint(tx.sql, endpointId)
  // Without an address it is the record of `GET /v2/events`, which nobody has made; with a form it is of the dialect.
  return belonging(tx, found?.url === '' || found?.form !== '' ? undefined : found, missing)
}

export const endpointView = (endpoint: endpoints.EndpointRecord) =>
  pick(endpoint, 'id', 'serviceId', 'url', 'types', 'description', 'enabled', 'createdAt')

async function checkedFields(
  context: Addressing,
  service: number,
  { url, types, description }: Partial<EndpointFields>,
): Promise<Partial<EndpointFields> & { readonly receiver?: string }> {
  if (types != null && types.length === 0) throw wrongField('types', typesExpected)
  if ((description?.length ?? 0) > maxDescriptionLength)
    throw wrongField('description', `at most ${maxDescriptionLength} characters`)
  return {
    ...(types == null ? {} : { types: eventTypes.filter((type) => types.includes(type)) }),
    ...(description === undefined ? {} : { description: description.trim() }),
    ...(url === undefined ? {} : await checkedAddress(context, service, url.trim())),
  }
}

/** What a person can act on, each with its own sentence; anything else is no address at all. */
const refusedAddresses: Partial<Readonly<Record<GuardRefusal, readonly [RefusalReason, string]>>> = {
  'user and password in it': ['address-with-password', 'an address without user and password'],
  'the address is not public': [
    'address-not-public',
    'an address that can be reached from the internet, or one that RINGKEY_CALLBACK_ALLOW of the operator names',
  ],
  'that is this service itself': ['address-of-ringkey', 'an address of your program, not of Ringkey itself'],
}

/** The rules for `callback_url` of inbound requests apply here too. */
export async function checkedAddress(
  { callbackGuard, demo, store }: Addressing,
  service: number,
  text: string,
  field = 'url',
) {
  const { accountId = 0 } = (await store.service(service)) ?? {}
  const owner = await store.account(accountId)
  const mayUseLoopback = owner !== undefined && demo.isOwn(owner)
  const url = text.length <= maxUrlLength ? URL.parse(text) : null
  const verdict = url && (await callbackGuard.check(url, { mayUseLoopback }))
  const [reason, expected] = (verdict?.kind === 'refused' && refusedAddresses[verdict.why]) || []
  if (reason !== undefined)
    throw new OperationRefused(reason, `${field}: expected ${expected}`, { field, expected })
  if (url === null || verdict?.kind === 'refused')
    throw wrongField(field, `an http or https address of at most ${maxUrlLength} characters`)
  return { url: text, receiver: receiverOf(url) }
}
