import { eventTypes, noticeTypes, testEvent } from '../../books/event-types.ts'
import { perform } from '../../operations/perform.ts'
import { changeWebhookSecret, recordResent, resentOf, showWebhookSecret } from '../../operations/webhooks.ts'
import {
  type AttemptRecord,
  channelOf,
  type DeliveryChannel,
  type DeliveryRecord,
  deliveryChannels,
} from '../../storage/queries/deliveries.ts'
import type { DeliveryFilter } from '../../storage/queries/delivery-inspection.ts'
import type { ServiceRecord } from '../../storage/queries/services.ts'
import type { Store } from '../../storage/store.ts'
import { withoutControls } from '../../webhooks/masked-answer.ts'
import type { ServiceSecrets } from '../../webhooks/secrets.ts'
import { defineCommand, flag, one, operand, type Reading, type Report } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { CommandFailed } from '../failures.ts'
import { findAccount, findService } from '../finding.ts'
import { id, oneOf, port, serviceId, wholeNumber } from '../readings.ts'
import { isoTime, timeText } from '../wording.ts'

const maxListed = 1_000
const defaultListLength = 50
/** How long the old secret still signs beside the new one, like a service's key. */
const secretOverlap = { defaultHours: 24, maxHours: 7 * 24 } as const

const count = wholeNumber(1, maxListed, `a whole number from 1 to ${maxListed}`)
const hours = wholeNumber(0, secretOverlap.maxHours, `hours from 0 to ${secretOverlap.maxHours}`)

/** A number is the call of an inbound request; every webhook and event has an id `msg_…`. */
type WhichDelivery = number | string
const which: Reading<WhichDelivery> = {
  expected: 'the vendor_id of an inbound call, or a webhook-id such as msg_8s0Q…',
  read: (typed) => (/^msg_\w{1,60}$/.test(typed) ? typed : id.read(typed)),
}

const list = defineCommand({
  words: 'webhook list',
  summary: 'Show webhooks, events and notices to people, the newest first',
  options: {
    service: one('ID', 'of one service', serviceId),
    channel: one('CHANNEL', 'over one channel', oneOf(...deliveryChannels)),
    state: one('STATE', 'in one state', oneOf('pending', 'delivered', 'failed')),
    endpoint: one('ID', 'of one webhook endpoint', id),
    event: one('TYPE', 'events of one type', oneOf(...eventTypes, testEvent, ...noticeTypes)),
    limit: one('N', `how many, ${defaultListLength} when left out`, count),
  },
  async run({ options: { service, channel, state: wanted, endpoint, event, limit }, open }) {
    return listWebhooks((await open()).store, {
      serviceId: service ?? null,
      channel: channel ?? null,
      state: wanted ?? null,
      endpointId: endpoint ?? null,
      type: event ?? null,
      limit: limit ?? defaultListLength,
    })
  },
})

const show = defineCommand({
  words: 'webhook show',
  summary: 'Show one webhook or event with every attempt',
  operands: { which: operand('VENDOR_ID|WEBHOOK_ID', which) },
  run: async ({ operands, open }) => showWebhook((await open()).store, operands.which),
})

const resend = defineCommand({
  words: 'webhook resend',
  summary: 'Send a webhook or event again',
  operands: { which: operand('VENDOR_ID|WEBHOOK_ID', which) },
  async run({ operands, open }) {
    const context = await open()
    const { queued, ...report } = await resendWebhook(context.store, operands.which, context.now())
    if (queued !== undefined) await perform(context, recordResent, resentOf(queued))
    return report
  },
})

const secret = defineCommand({
  words: 'webhook secret',
  summary: "Show the secret that signs a service's webhooks, or change it",
  operands: { serviceId: operand('SERVICE_ID', serviceId) },
  options: {
    rotate: flag('create a new one; the old one also signs until the overlap ends'),
    'overlap-hours': one('HOURS', `how long both sign, ${secretOverlap.defaultHours} when left out`, hours),
  },
  async run({ operands, options, open }) {
    const context = await open()
    const { serviceId: service } = operands
    const overlapHours = options['overlap-hours'] ?? secretOverlap.defaultHours
    const secrets = options.rotate
      ? await perform(context, changeWebhookSecret, { service, overlapHours })
      : await perform(context, showWebhookSecret, { service })
    return { json: { serviceId: service, ...secrets }, text: secretText(secrets, 'webhooks') }
  },
})

const listen = defineCommand({
  words: 'webhook listen',
  summary: 'Receive webhooks on this machine and print them with their signature checked, until Ctrl+C',
  operands: { serviceId: operand('SERVICE_ID', id) },
  options: { port: one('PORT', 'where to listen; a free one when left out', port) },
  async run({ operands, options, terminal, open }) {
    const context = await open()
    const service = await findService(context, operands.serviceId)
    const secrets = await context.webhookSecrets.of(service.id)
    // Before anything is printed: whoever reads the last line may press Ctrl+C at once.
    const interrupted = terminal.interrupted()
    const { listenForWebhooks } = await import('../../../../dev/webhooks/listen.ts')
    const listening = await listenForWebhooks({
      clock: terminal.clock,
      secret: secrets!.current,
      print: (line) => terminal.out(`${line}\n`),
      port: options.port ?? 0,
    }).catch((error: Error) => {
      throw new CommandFailed(`the receiver cannot listen: ${error.message}`)
    })
    terminal.out(`Pass callback_url=${listening.url} to inboundCallWaiting. Ctrl+C ends it.\n`)
    if (!(await mayReceive(context, service, listening.url))) {
      const allow = [...context.settings.RINGKEY_CALLBACK_ALLOW, '127.0.0.1'].join(',')
      terminal.out(
        `It is refused (error 2) until Ringkey is started with RINGKEY_CALLBACK_ALLOW=${allow}, which opens this machine to every account.\n`,
      )
    }
    await interrupted
    await listening.close()
  },
})

export const webhookCommands = [list, show, resend, secret, listen]

/** Whether inboundCallWaiting would accept this address, by the settings that the command shares with the service. */
async function mayReceive(context: CommandContext, { accountId }: ServiceRecord, url: string) {
  const mayUseLoopback = context.demo.isOwn(await findAccount(context, accountId))
  return (await context.callbackGuard.check(new URL(url), { mayUseLoopback })).kind !== 'refused'
}

/** The secrets of a service or an endpoint, which sign its webhooks or events. */
export function secretText({ current, previous, previousEndsAt }: ServiceSecrets, signed: string): string {
  if (previous === null) return current
  const until = `Until ${timeText(previousEndsAt)} UTC`
  return `${current}\n${until} ${signed} are also signed with the previous secret: ${previous}`
}

const notThere = (which: WhichDelivery): Report => ({
  json: { error: 'not found' },
  text:
    typeof which === 'string'
      ? `There is no webhook ${which}.`
      : `Call ${which} has no webhook: only a completed inbound call does.`,
  failed: true,
})

const find = (store: Store, which: WhichDelivery) =>
  typeof which === 'string' ? store.deliveryByWebhookId(which) : store.webhookOfCall(which)

export async function listWebhooks(store: Store, filter: Partial<DeliveryFilter> = {}): Promise<Report> {
  const found = await store.deliveries({ limit: defaultListLength, ...filter })
  const lines = found.map(
    (delivery) =>
      `${nameOf(delivery)}  ${isoTime(delivery.createdAt)}  ${stateOf(delivery).padEnd(9)}  ` +
      `${String(delivery.attemptCount).padStart(2)} tries  ${senderOf(delivery)}  ${shownUrl(delivery)}`,
  )
  return { json: found, text: lines.length === 0 ? 'No webhooks.' : lines.join('\n') }
}

export async function showWebhook(store: Store, which: WhichDelivery): Promise<Report> {
  const delivery = await find(store, which)
  if (delivery === undefined) return notThere(which)
  const attempts = await store.attempts(delivery.id)
  const lines = [
    `${aboutText(delivery)}, ${senderOf(delivery)}, ${shownUrl(delivery)}`,
    `webhook-id ${delivery.webhookId}, ${stateOf(delivery)}`,
    ...(stateOf(delivery) === 'pending' ? [`next try at ${isoTime(delivery.dueAt)}`] : []),
    ...attempts.flatMap((attempt) => attemptLines(attempt, channelOf(delivery))),
  ]
  return { json: { ...delivery, attempts }, text: lines.join('\n') }
}

export async function resendWebhook(
  store: Store,
  which: WhichDelivery,
  now: number,
): Promise<Report & { readonly queued: DeliveryRecord | undefined }> {
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

/** What `show` and `resend` take: the call of an inbound request, or the id of an event with its type. */
function nameOf({ vendorId, webhookId, type }: DeliveryRecord): string {
  return type === null ? String(vendorId) : `${webhookId}  ${type}`
}

function aboutText({ vendorId, verificationId, endpointId, type }: DeliveryRecord): string {
  if (type === null) return `Call ${vendorId}`
  const subject = verificationId ?? vendorId
  const to = endpointId === null ? '' : `, webhook endpoint ${endpointId}`
  return `${type}${subject === null ? '' : ` of ${subject}`}${to}`
}

const senderOf = (delivery: DeliveryRecord) =>
  delivery.serviceId === 0 ? `by ${channelOf(delivery)}` : `service ${delivery.serviceId}`

/** The address comes from an integrator, so control characters are removed. `-` once it was erased with the number. */
function shownUrl({ url }: DeliveryRecord): string {
  return url === null ? '-' : withoutControls(url)
}

/** Also shows an attempt that is running: its lease is held. */
function stateOf({ state, lease }: DeliveryRecord): string {
  return state === 'pending' && lease !== null ? 'under way' : state
}

function attemptLines(
  { attempt, at, durationMs, status, error, answer }: AttemptRecord,
  channel: DeliveryChannel,
): string[] {
  const result = status === 0 ? error : `${channel === 'mail' ? 'SMTP' : 'HTTP'} ${status}`
  const quoted = answer === '' ? [] : answer.split('\n').map((line) => `     | ${line}`)
  return [`${String(attempt).padStart(3)}. ${isoTime(at)}  ${durationMs} ms  ${result}`, ...quoted]
}
