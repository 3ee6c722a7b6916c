import type { Random } from '../platform/random.ts'
import { randomWord } from '../platform/random.ts'
import {
  type EndpointRecord,
  type EventType,
  eventTypes,
  maxEndpointsPerService,
} from '../storage/event-records.ts'
import { madeId } from '../storage/operation-records.ts'
import type { Store } from '../storage/store.ts'
import type { CallbackGuard, Sender } from '../webhooks/callback-guard.ts'
import { receiverOf } from '../webhooks/receiver.ts'
import type { ServiceSecrets, WebhookSecrets } from '../webhooks/secrets.ts'
import { type Operating, operate, record } from './operate.ts'
import { OperationRefused, wrongField } from './operation-refused.ts'

const maxUrlLength = 2_048
const maxDescriptionLength = 200
const nonceLength = 16

export interface EndpointFields {
  readonly url: string
  /** null subscribes to all types. */
  readonly types: readonly EventType[] | null
  readonly description: string
  readonly enabled: boolean
}

/** Which addresses are allowed, and the secrets that sign. */
interface Addressing {
  readonly guard: CallbackGuard
  readonly secrets: WebhookSecrets
  readonly sender: Sender
}

interface Service {
  readonly id: number
  readonly accountId: number
}

export async function addEndpoint(
  operating: Operating,
  { guard, secrets, sender }: Addressing,
  { id: serviceId, accountId }: Service,
  fields: EndpointFields,
): Promise<EndpointRecord> {
  const checked = await checkedFields(guard, sender, fields)
  const sealed = secrets.newSealed()
  const made = await operate(operating, async (at) => ({
    change: 'addEndpoint',
    input: { serviceId, ...fields, ...checked, receiver: checked.receiver!, sealed, createdAt: at },
    log: { kind: 'endpoint-added', facts: { endpoint: madeId, service: serviceId } },
    history: { accountId, text: `event endpoint {id} of service ${serviceId} added` },
  }))
  if (made === undefined) {
    throw new OperationRefused(
      'too-many-endpoints',
      `a service has at most ${maxEndpointsPerService} event endpoints`,
    )
  }
  return made
}

export async function changeEndpoint(
  operating: Operating,
  { guard, sender }: Omit<Addressing, 'secrets'>,
  { id: serviceId, accountId }: Service,
  id: number,
  fields: Partial<EndpointFields>,
): Promise<EndpointRecord> {
  const checked = await checkedFields(guard, sender, fields)
  const names = Object.keys(fields)
  const after = await operate(operating, async () => ({
    change: 'changeEndpoint',
    input: { id, ...fields, ...checked },
    log: { kind: 'endpoint-changed', facts: { endpoint: id, service: serviceId, fields: names } },
    history: { accountId, text: `event endpoint ${id} of service ${serviceId} changed` },
  }))
  if (after === undefined) throw noEndpoint(id)
  return after
}

/** Events that wait for it are deleted. */
export async function removeEndpoint(
  operating: Operating,
  { id: serviceId, accountId }: Service,
  id: number,
): Promise<void> {
  const done = await operate(operating, async () => ({
    change: 'removeEndpoint',
    input: id,
    log: { kind: 'endpoint-removed', facts: { endpoint: id, service: serviceId } },
    history: { accountId, text: `event endpoint ${id} of service ${serviceId} removed` },
  }))
  if (done !== true) throw noEndpoint(id)
}

/** Showing it is recorded. */
export async function showEndpointSecret(
  operating: Operating,
  secrets: WebhookSecrets,
  { id: serviceId, accountId }: Service,
  id: number,
): Promise<ServiceSecrets> {
  const endpoint = await knownEndpoint(operating.store, id)
  await record(
    operating,
    { kind: 'endpoint-secret', facts: { endpoint: id, service: serviceId, rotated: false } },
    [{ accountId, text: `secret of event endpoint ${id} shown` }],
  )
  return secrets.open(endpoint)
}

/** The old secret signs beside the new one until the overlap ends. */
export async function rotateEndpointSecret(
  operating: Operating,
  secrets: WebhookSecrets,
  { id: serviceId, accountId }: Service,
  { id, overlapMs }: { readonly id: number; readonly overlapMs: number },
): Promise<ServiceSecrets> {
  const sealed = secrets.newSealed()
  const done = await operate(operating, async (at) => ({
    change: 'rotateEndpointSecret',
    isIndependent: true,
    input: { id, sealed, previousEndsAt: at + overlapMs },
    log: { kind: 'endpoint-secret', facts: { endpoint: id, service: serviceId, rotated: true } },
    history: { accountId, text: `secret of event endpoint ${id} rotated` },
  }))
  if (done !== true) throw noEndpoint(id)
  return secrets.open(await knownEndpoint(operating.store, id))
}

/** Puts a signed test event into the outbox; returns its `webhook-id`. */
export async function sendTestEvent(
  operating: Operating & { readonly random: Random },
  { id: serviceId, accountId }: Service,
  id: number,
): Promise<string> {
  const nonce = randomWord(operating.random, nonceLength)
  const sent = await operate(operating, async (at) => ({
    change: 'enqueueTestEvent',
    isIndependent: true,
    input: { id, nonce, at },
    log: { kind: 'endpoint-tested', facts: { endpoint: id, service: serviceId } },
    history: { accountId, text: `test event sent to event endpoint ${id}` },
  }))
  if (sent === undefined) throw noEndpoint(id)
  return sent
}

export async function knownEndpoint(store: Store, id: number): Promise<EndpointRecord> {
  const endpoint = await store.endpoint(id)
  if (endpoint === undefined) throw noEndpoint(id)
  return endpoint
}

const noEndpoint = (id: number) => new OperationRefused('no-endpoint', `There is no event endpoint ${id}`)

async function checkedFields(
  guard: CallbackGuard,
  sender: Sender,
  { url, types, description }: Partial<EndpointFields>,
): Promise<Partial<EndpointFields> & { readonly receiver?: string }> {
  if (types != null && (types.length === 0 || types.some((type) => !eventTypes.includes(type)))) {
    throw wrongField('types', `at least one of ${eventTypes.join(', ')}`)
  }
  if ((description?.length ?? 0) > maxDescriptionLength) {
    throw wrongField('description', `at most ${maxDescriptionLength} characters`)
  }
  return {
    ...(types == null ? {} : { types: eventTypes.filter((type) => types.includes(type)) }),
    ...(description === undefined ? {} : { description: description.trim() }),
    ...(url === undefined ? {} : await checkedAddress(guard, sender, url.trim())),
  }
}

/** The rules for `callback_url` of inbound requests apply here too. */
async function checkedAddress(guard: CallbackGuard, sender: Sender, text: string) {
  const url = text.length <= maxUrlLength ? URL.parse(text) : null
  if (url === null || !(await guard.isAllowed(url, sender))) {
    throw wrongField(
      'url',
      `an http or https address of at most ${maxUrlLength} characters, without user and password, that is publicly reachable`,
    )
  }
  return { url: text, receiver: receiverOf(url) }
}
