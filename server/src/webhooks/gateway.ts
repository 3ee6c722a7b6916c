import { stepDeliver } from '../books/event-types.ts'
import type { KnownLanguage } from '../platform/languages.ts'
import type { Sealer } from '../platform/sealing.ts'
import type { GatewayKind, GatewayRecord } from '../storage/queries/gateways.ts'
import { eventBody } from './body.ts'
import type { ToSend } from './send.ts'

/** The code of a step as its gateway gets it. */
export interface StepMessage {
  readonly verificationId: string
  /** The place among the steps of its verification. */
  readonly step: number
  /** E.164 digits. */
  readonly phone: string
  readonly phoneMask: string
  readonly code: string
  readonly language: KnownLanguage
  readonly expiresAt: number
  readonly at: number
}

export interface GatewayAnswer {
  readonly reason: GatewayReason
  /** What the gateway says that it costs, as it wrote it. It is shown and never charged. */
  readonly price?: string
}

/** The outcomes of steps over gateways. */
export const gatewayReasons = [
  'handed over',
  'not delivered',
  'delivery unknown',
  'gateway refused',
  'gateway unreachable',
] as const
export type GatewayReason = (typeof gatewayReasons)[number]

interface Protocol {
  readonly maxCodeLength: number
  request(message: StepMessage, channel: string, secret: string): Omit<ToSend, 'url'>
  /** Of an answer with a status of success. */
  read(answer: Answer): GatewayAnswer
}
type Answer = Readonly<Record<string, unknown>>

export const telegramUrl = 'https://gatewayapi.telegram.org/sendVerificationMessage'
/** Seconds that Telegram accepts for the life of a message. */
const telegramTtl = { min: 30, max: 3_600 }

export const protocols: Readonly<Record<GatewayKind, Protocol>> = {
  http: {
    maxCodeLength: 10,
    request: (message, channel, secret) => {
      const { code, language, phone, at } = message
      const shown = { phone: `+${phone}`, code, text: `${texts[language]}: ${code}` }
      const body = eventBody({ type: stepDeliver, createdAt: at }, stepData(message, channel, shown))
      return { body, keys: [secret] }
    },
    read: ({ delivered, price }) => ({
      reason:
        delivered === 'no' ? 'not delivered' : delivered === 'unknown' ? 'delivery unknown' : 'handed over',
      ...priceIn(price),
    }),
  },
  // https://core.telegram.org/gateway/api#sendverificationmessage
  telegram: {
    maxCodeLength: 8,
    request: ({ verificationId, phone, code, expiresAt, at }, _, token) => ({
      body: JSON.stringify({
        phone_number: `+${phone}`,
        code,
        ttl: Math.min(telegramTtl.max, Math.max(telegramTtl.min, Math.ceil((expiresAt - at) / 1000))),
        payload: verificationId,
      }),
      keys: [],
      headers: { Authorization: `Bearer ${token}` },
    }),
    read({ ok, result }) {
      if (ok !== true) return { reason: 'gateway refused' }
      const { request_cost, delivery_status } = (result ?? {}) as Answer
      const { status } = (delivery_status ?? {}) as Answer
      const isLost = status === 'expired' || status === 'revoked'
      return { reason: isLost ? 'not delivered' : 'handed over', ...priceIn(request_cost) }
    },
  },
}

const texts: Readonly<Record<KnownLanguage, string>> = {
  ru: 'Ваш код',
  en: 'Your code',
  kk: 'Сіздің кодыңыз',
  de: 'Ihr Code',
  fr: 'Votre code',
  es: 'Su código',
  it: 'Il suo codice',
  pt: 'O seu código',
  tr: 'Kodunuz',
}

/** The first gateway of the channel that serves the country and the length of the code. */
export function gatewayFor(
  gateways: readonly GatewayRecord[],
  step: { readonly channel: string | undefined; readonly country: string; readonly codeLength: number },
): GatewayRecord | undefined {
  return gateways.find(
    ({ kind, channel, countries }) =>
      channel === step.channel &&
      (countries.length === 0 || countries.includes(step.country)) &&
      step.codeLength <= protocols[kind].maxCodeLength,
  )
}

export const gatewayPurpose = (serviceId: number) => `gateway of service ${serviceId}`
export const sealedGatewaySecret = (sealer: Sealer, serviceId: number, secret: string) =>
  sealer.seal(secret, gatewayPurpose(serviceId))
export const gatewaySecret = (sealer: Sealer, { serviceId, secret }: GatewayRecord) =>
  sealer.open(secret, gatewayPurpose(serviceId))

/** `data` of a message. The inspector keeps one without phone and code. */
export function stepData(
  { verificationId, phoneMask, language, expiresAt }: StepMessage,
  channel: string,
  { phone, code, text } = { phone: phoneMask, code: '***', text: '***' },
): string {
  const expires_at = new Date(expiresAt).toISOString()
  return JSON.stringify({ verification: verificationId, channel, phone, code, language, text, expires_at })
}

function priceIn(price: unknown): { readonly price?: string } {
  const text = typeof price === 'number' || typeof price === 'string' ? String(price) : ''
  return /^\d{1,7}(\.\d{1,6})?$/.test(text) ? { price: text } : {}
}
