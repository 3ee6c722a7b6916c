import { createHmac } from 'node:crypto'
import type { EventType } from '../books/event-types.ts'
import { secondMs } from '../platform/clock.ts'
import { sha256 } from '../platform/sha256.ts'
import type { DeliveryRecord } from '../storage/queries/deliveries.ts'

/** A request lives as long after the time of its channels. */
export const graceSeconds = 60

/** Of the events of a verification, those that become callbacks. */
export const callbackTypes: readonly EventType[] = [
  'verification.step_undelivered',
  'verification.approved',
  'verification.failed',
  'verification.expired',
  'verification.canceled',
  'verification.blocked',
]

/** Of a verification as events show it. */
interface Shown {
  readonly id: string
  readonly status: keyof typeof statuses
  readonly created_at: string
  readonly expires_at: string
  readonly client: string
  readonly steps: readonly {
    readonly mode: string
    readonly channel?: string
    readonly status: 'planned' | 'started' | 'delivered' | 'undelivered' | 'skipped'
    readonly started_at?: string
  }[]
}

const statuses = {
  pending: 'expired',
  approved: 'completed',
  failed: 'failed',
  expired: 'expired',
  canceled: 'cancelled',
  blocked: 'blocked',
} as const

/** Its ids are UUIDs. */
export const requestIdOf = (id: string) =>
  id.replace(/^vf_(.{8})(.{4})(.{4})(.{4})(.{12})$/, (_, ...pieces) => pieces.slice(0, 5).join('-'))

const channelOf = ({ channel = 'voice' }: Shown['steps'][number]) => channel

/**
 * An event of a verification as the status callback of Vonage Verify: `event` of a channel that failed, `summary` of a
 * request that has ended. Members as its documentation and its library have them
 * (https://developer.vonage.com/en/api/verify.v2).
 */
export function vonageBody(
  { type, createdAt }: Pick<DeliveryRecord, 'type' | 'createdAt'>,
  data: string,
): string {
  const shown = JSON.parse(data) as Shown
  const { id, steps, client } = shown
  const at = new Date(createdAt).toISOString()
  const about = { request_id: requestIdOf(id), ...(client === '' ? {} : { client_ref: client }) }
  if (type === 'verification.step_undelivered') {
    const failed = steps.findLast(({ status }) => status === 'undelivered')!
    const event = { channel: channelOf(failed), status: 'failed', triggered_at: at, finalized_at: at }
    return JSON.stringify({ ...about, type: 'event', ...event })
  }
  const status = statuses[shown.status]
  const last = steps.findLastIndex(({ started_at }) => started_at !== undefined)
  const lifeSeconds = (Date.parse(shown.expires_at) - Date.parse(shown.created_at)) / secondMs
  return JSON.stringify({
    ...about,
    submitted_at: shown.created_at,
    finalized_at: at,
    status,
    type: 'summary',
    channel_timeout: Math.round(Math.max(0, lifeSeconds - graceSeconds) / steps.length),
    workflow: steps.map((step, place) => ({
      channel: channelOf(step),
      ...(step.started_at === undefined ? {} : { initiated_at: step.started_at }),
      status: statusOf(step, place === last ? status : 'expired'),
    })),
  })
}

const statusOf = (step: Shown['steps'][number], ofDelivered: string) =>
  step.status === 'undelivered'
    ? 'failed'
    : step.status === 'planned' || step.status === 'skipped'
      ? 'unused'
      : ofDelivered

const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A token that signs one try: https://developer.vonage.com/en/getting-started/concepts/webhooks */
export function vonageToken(
  { apiKey, applicationId }: { readonly apiKey: string; readonly applicationId: string },
  secret: string,
  { webhookId, body, at }: { readonly webhookId: string; readonly body: string; readonly at: number },
): string {
  const claims = {
    iat: Math.floor(at / secondMs),
    jti: webhookId,
    iss: 'Vonage',
    payload_hash: sha256(body).toString('hex'),
    api_key: apiKey,
    application_id: applicationId,
  }
  const signed = `${base64url({ typ: 'JWT', alg: 'HS256' })}.${base64url(claims)}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}
