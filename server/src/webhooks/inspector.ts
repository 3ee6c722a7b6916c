import type { AttemptRecord, DeliveryRecord } from '../storage/queries/deliveries.ts'
import type { DeliveryFilter } from '../storage/queries/delivery-inspection.ts'
import type { Store } from '../storage/store.ts'
import { withoutControls } from './masked-answer.ts'
import type { ServiceSecrets } from './secrets.ts'

/** The output of `ringkey webhook …`, for programs and for people. */
export interface InspectorReport {
  readonly json: unknown
  readonly text: string
  /** True when the requested item does not exist. */
  readonly failed?: boolean
}

export const defaultListLength = 50
/** How long the old secret still signs beside the new one, like a service's key (decisions 2). */
export const secretOverlap = { defaultHours: 24, maxHours: 7 * 24 } as const

/** A webhook by the call of its inbound request, or any delivery by its `webhook-id`. */
export type WhichDelivery = number | string

const notThere = (which: WhichDelivery): InspectorReport => ({
  json: { error: 'not found' },
  text:
    typeof which === 'string'
      ? `There is no webhook ${which}.`
      : `Call ${which} has no webhook: only a completed inbound call does.`,
  failed: true,
})

const find = (store: Store, which: WhichDelivery) =>
  typeof which === 'string' ? store.deliveryByWebhookId(which) : store.webhookOfCall(which)

export async function listWebhooks(
  store: Store,
  filter: Partial<DeliveryFilter> = {},
): Promise<InspectorReport> {
  const found = await store.deliveries({ limit: defaultListLength, ...filter })
  const lines = found.map(
    (delivery) =>
      `${nameOf(delivery)}  ${timeOf(delivery.createdAt)}  ${standingOf(delivery).padEnd(9)}  ` +
      `${String(delivery.attemptCount).padStart(2)} tries  service ${delivery.serviceId}  ${shownUrl(delivery)}`,
  )
  return { json: found, text: lines.length === 0 ? 'No webhooks.' : lines.join('\n') }
}

export async function showWebhook(store: Store, which: WhichDelivery): Promise<InspectorReport> {
  const delivery = await find(store, which)
  if (delivery === undefined) return notThere(which)
  const attempts = await store.attempts(delivery.id)
  const lines = [
    `${aboutText(delivery)}, service ${delivery.serviceId}, ${shownUrl(delivery)}`,
    `webhook-id ${delivery.webhookId}, ${standingOf(delivery)}`,
    ...(standingOf(delivery) === 'pending' ? [`next try at ${timeOf(delivery.dueAt)}`] : []),
    ...attempts.flatMap(attemptLines),
  ]
  return { json: { ...delivery, attempts }, text: lines.join('\n') }
}

export async function resendWebhook(
  store: Store,
  which: WhichDelivery,
  now: number,
): Promise<InspectorReport & { readonly queued: DeliveryRecord | undefined }> {
  const delivery = await find(store, which)
  const result = delivery === undefined ? 'unknown' : await store.resendDelivery({ id: delivery.id, at: now })
  if (delivery === undefined || result === 'unknown') return { ...notThere(which), queued: undefined }
  const { vendorId, webhookId } = delivery
  const name = typeof which === 'string' ? `The webhook ${which}` : `The webhook of call ${which}`
  const words = {
    queued: `${name} is sent again now, with the same webhook-id.`,
    'under-way': `${name} is being sent at this moment.`,
    once: `${name} had a code for a gateway, which is sent once.`,
  }
  return {
    json: { vendorId, webhookId, result },
    text: words[result],
    queued: result === 'queued' ? delivery : undefined,
  }
}

export function secretReport(serviceId: number, secrets: ServiceSecrets): InspectorReport {
  const { current, previous, previousEndsAt } = secrets
  const overlap =
    previous === undefined
      ? ''
      : `\nUntil ${timeOf(previousEndsAt)} webhooks are also signed with the previous secret: ${previous}`
  return { json: { serviceId, ...secrets }, text: current + overlap }
}

/** What `show` and `resend` take: the call of an inbound request, or the id of an event with its type. */
function nameOf({ vendorId, webhookId, type }: DeliveryRecord): string {
  return type === null ? String(vendorId) : `${webhookId}  ${type}`
}

function aboutText({ vendorId, verificationId, endpointId, type }: DeliveryRecord): string {
  if (type === null) return `Call ${vendorId}`
  const subject = verificationId ?? vendorId
  const to = endpointId === null ? '' : `, event endpoint ${endpointId}`
  return `${type}${subject === null ? '' : ` of ${subject}`}${to}`
}

/** The address comes from an integrator, so control characters are removed. `-` once it was erased with the number. */
function shownUrl({ url }: DeliveryRecord): string {
  return url === null ? '-' : withoutControls(url)
}

/** Also shows an attempt that is running: its lease is held. */
function standingOf({ state, lease }: DeliveryRecord): string {
  return state === 'pending' && lease !== null ? 'under way' : state
}

function attemptLines({ attempt, at, durationMs, status, error, answer }: AttemptRecord): string[] {
  const result = status === 0 ? error : `HTTP ${status}`
  const quoted = answer === '' ? [] : answer.split('\n').map((line) => `     | ${line}`)
  return [`${String(attempt).padStart(3)}. ${timeOf(at)}  ${durationMs} ms  ${result}`, ...quoted]
}

function timeOf(timeMs: number): string {
  return new Date(timeMs).toISOString()
}
