import { callcheckEnded, testEvent } from '../books/event-types.ts'
import type { ClaimedDelivery, DeliveryRecord } from '../storage/queries/deliveries.ts'
import type { Store } from '../storage/store.ts'
import { eventBody, webhookBody } from './body.ts'
import { callcheckForm } from './callcheck.ts'
import type { Exchange } from './post.ts'
import type { ServiceSecrets, WebhookSecrets } from './secrets.ts'
import { type SendDeps, send, type ToSend } from './send.ts'
import { vonageBody, vonageToken } from './vonage-callback.ts'

export interface MessageDeps extends SendDeps {
  readonly store: Pick<Store, 'endpoint'>
  readonly secrets: WebhookSecrets
  /** Whether the body includes the identity of the caller. */
  readonly tellsCaller: (serviceId: number) => Promise<boolean>
  /** The number being verified, which is in no table; undefined once it was erased. */
  readonly phoneOf: (call: {
    readonly vendorId: number
    readonly phoneHash: Uint8Array | null
    readonly phoneMask: string
  }) => Promise<string | undefined>
  /** Where the dialect of a service reports callchecks, and what signs that; undefined when it does not any more. */
  readonly callcheckOf?: (serviceId: number) => { readonly url: string; readonly apiId: string } | undefined
  /** The application that the callbacks of `vonage-verify` name; undefined when the service does not speak it any more. */
  readonly vonageOf?: (
    serviceId: number,
  ) => { readonly apiKey: string; readonly applicationId: string } | undefined
  /** The `data` of `call.ended` as JSON; undefined once the number was erased. */
  readonly callData: (vendorId: number) => Promise<string | undefined>
  readonly noticeOf: (delivery: DeliveryRecord) => Promise<Message>
}

/** What one delivery sends, or why it sends nothing. */
export type Message =
  | {
      readonly kind: 'ready'
      /** Masked in the answer of the receiver; "" when the body has no number. */
      readonly phone: string
      /** Never rejects because of the receiver. */
      readonly send: (at: number) => Promise<Exchange>
    }
  /** It can never be sent. */
  | { readonly kind: 'gone'; readonly why: string }
  /** It may be sent later. */
  | { readonly kind: 'held'; readonly why: string }

export const posted = (
  deps: SendDeps,
  delivery: Pick<ClaimedDelivery, 'serviceId' | 'webhookId'>,
  message: ToSend,
  phone = '',
): Message => ({ kind: 'ready', phone, send: (at) => send(deps, delivery, message, at) })

const erased: Message = { kind: 'gone', why: 'the number was erased' }

export async function messageOf(deps: MessageDeps, delivery: ClaimedDelivery): Promise<Message> {
  if (delivery.alarmReceiverId !== null || delivery.personId !== null) return deps.noticeOf(delivery)
  if (delivery.type === callcheckEnded) return callcheckMessage(deps, delivery)
  return delivery.endpointId === null
    ? webhookMessage(deps, delivery)
    : eventMessage(deps, delivery, delivery.endpointId)
}

/** The webhook of an inbound request. */
async function webhookMessage(deps: MessageDeps, delivery: ClaimedDelivery): Promise<Message> {
  const { secrets, tellsCaller, phoneOf } = deps
  const { vendorId, serviceId, url, call } = delivery
  if (call === null || vendorId === null || url === null) return erased
  const { phoneHash, phoneMask } = call
  const phone = phoneHash === null ? undefined : await phoneOf({ vendorId, phoneHash, phoneMask })
  if (phone === undefined) return erased
  const signing = await secrets.of(serviceId)
  if (signing === undefined) return { kind: 'held', why: 'there is no such service' }
  const body = webhookBody({ ...call, vendorId, url }, phone, await tellsCaller(serviceId))
  return posted(deps, delivery, { url, body, keys: keysOf(signing) }, phone)
}

/** It goes to the address that the dialect has now. The body has no number. */
function callcheckMessage(deps: MessageDeps, delivery: ClaimedDelivery): Message {
  const callback = deps.callcheckOf?.(delivery.serviceId)
  const { vendorId, call } = delivery
  if (callback === undefined || vendorId === null || call === null)
    return { kind: 'gone', why: 'the callback was removed' }
  const { url, apiId } = callback
  const ended = { vendorId, startedAt: call.startedAt, isConfirmed: call.isCompleted, at: delivery.createdAt }
  return posted(deps, delivery, { url, ...callcheckForm(apiId, [ended]), keys: [] })
}

/** It goes to the address that the endpoint has now, signed with the secret that it has now. */
async function eventMessage(
  deps: MessageDeps,
  delivery: ClaimedDelivery,
  endpointId: number,
): Promise<Message> {
  const { store, secrets, callData } = deps
  const endpoint = await store.endpoint(endpointId)
  if (endpoint === undefined) return { kind: 'gone', why: 'the endpoint was removed' }
  if (!endpoint.enabled && delivery.type !== testEvent) return { kind: 'held', why: 'the endpoint is off' }
  const { vendorId } = delivery
  const data = delivery.data ?? (vendorId === null ? undefined : await callData(vendorId))
  if (data === undefined) return erased
  const { url, form } = endpoint
  if (form === '')
    return posted(deps, delivery, {
      url,
      body: eventBody(delivery, data),
      keys: keysOf(secrets.open(endpoint)),
    })
  const application = deps.vonageOf?.(delivery.serviceId)
  // Whoever ends the dialect removes the endpoint: this node has not read of a new one yet.
  if (application === undefined) return { kind: 'held', why: 'the dialect is not known here yet' }
  const body = vonageBody(delivery, data)
  const { current } = secrets.open(endpoint)
  const { webhookId } = delivery
  return {
    kind: 'ready',
    phone: '',
    send(at) {
      const token = vonageToken(application, current, { webhookId, body, at })
      return send(deps, delivery, { url, body, keys: [], headers: { Authorization: `Bearer ${token}` } }, at)
    },
  }
}

const keysOf = ({ current, previous }: ServiceSecrets) =>
  previous === null ? [current] : [current, previous]
