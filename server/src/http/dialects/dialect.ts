import type { Subscriber } from '../../accounts/directory.ts'
import type { Refused } from '../../books/admission.ts'
import { callcheckUrl } from '../../books/call.ts'
import type { Numbering, Phone } from '../../numbering/phone.ts'
import { minuteMs } from '../../platform/clock.ts'
import type { Dialect, DialectRecord } from '../../storage/queries/dialects.ts'
import type { ApiDeps } from '../context.ts'
import { Failure, notNow, wrongParameter } from '../errors.ts'
import { code as codeParameter } from '../parameters.ts'
import { failureOf } from '../refusals.ts'

/** The arguments of a request, from its query and its body. */
export type Asked = Readonly<Record<string, string>>

/** An answer, worded to the byte. */
export interface DialectAnswer {
  readonly body: string
  readonly type: string
  /** 200 when left out. */
  readonly status?: number
  /** The call that it is about. */
  readonly vendorId?: number
}

export interface DialectCall {
  readonly api: ApiDeps
  readonly subscriber: Subscriber
  readonly record: DialectRecord
  readonly asked: Asked
}

/** The API of another call service: how its requests are read and its answers worded. */
export interface DialectApi {
  readonly name: Dialect
  /** The paths that belong to it, those of methods that are not served too. */
  readonly owns: RegExp
  readonly methods: Readonly<Record<string, (call: DialectCall) => Promise<DialectAnswer | Failure>>>
  /** The credential of a request; "" when it has none. */
  credentialOf(asked: Asked): string
  /** The parameter that has the phone. */
  readonly phoneName: string
  /** `at` numbers a refused message where the other service does so. */
  refuse(failure: Failure, path: string, asked: Asked, at: number): DialectAnswer
}

const notValid = new Failure(3)
const missing = { en: 'a phone number', ru: 'номер телефона' }

/** Signs that people write into numbers. */
const separators = /[\s()\-.\u00a0]/g

/**
 * A number as programs for Russian services send it: with 7, 8 or +7 before it, or without a country code. A raw plus in
 * a query arrives as a space; what is no number with a plus had a space before it.
 */
function readPhone(numbering: Numbering, text: string): Phone | undefined {
  const digits = text.replace(separators, '')
  const international = /^ ?\+|^ /.test(text) ? numbering.readE164(digits) : undefined
  if (international !== undefined) return international
  const national = /^8?(\d{10})$/.exec(digits)?.[1]
  return numbering.readE164(national === undefined ? digits : `7${national}`)
}

/** A call as by `/v1.0`. The money is read before it begins: after that nothing may fail. */
export async function startCall(
  { api, subscriber }: DialectCall,
  asked: {
    readonly mode: 'flash' | 'voice'
    readonly phone: string
    readonly code: string
    readonly codeName: string
    readonly shownDigits?: number
  },
) {
  const phone = phoneIn(api, asked.phone)
  if (phone instanceof Failure) return phone
  if (!/^(?!0000$)\d{4}$|^$/.test(asked.code)) return wrongParameter(asked.codeName, codeParameter.expected)
  const started = await api.work.run(async () => {
    const owner = await api.store.account(subscriber.account.id)
    const { admitted, code, priceUnits, callerNumber } = await api.calls.startCall(subscriber, {
      apiVersion: 'v1',
      phone,
      mode: asked.mode,
      code: asked.code === '' ? undefined : asked.code,
      client: '',
      unique: null,
      shownDigits: asked.shownDigits,
    })
    if (admitted.kind !== 'admitted') return failureOf(admitted as Refused)
    const balanceUnits = owner!.balanceUnits - priceUnits
    return { vendorId: admitted.vendorId, phone, code, callerNumber, costUnits: priceUnits, balanceUnits }
  })
  return started ?? notNow(api.work.retryAfterMs)
}

const callcheckLifetimeMs = 5 * minuteMs

/** A number that the person calls, as by `/v1.0`, but for five minutes: programs for other services ask that long. */
export async function startCallcheck({ api, subscriber }: DialectCall, text: string) {
  const phone = phoneIn(api, text)
  if (phone instanceof Failure) return phone
  const started = await api.work.run(async () => {
    const owner = await api.store.account(subscriber.account.id)
    const waiting = await api.calls.waitForCall(subscriber, {
      apiVersion: 'v1',
      phone,
      phoneForm: null,
      callbackUrl: callcheckUrl,
      client: '',
      unique: null,
      lifetimeMs: callcheckLifetimeMs,
    })
    if (waiting.kind !== 'admitted') return failureOf(waiting as Refused)
    const { vendorId, confirmationNumber: number } = waiting
    // What is told of it later names the time at which it was stored. If that cannot be read, the answer goes out all the
    // same: the request is stored.
    const stored = await api.store.call(vendorId).catch(() => undefined)
    const startedAt = stored?.startedAt ?? api.clock.now()
    const balanceUnits = owner!.balanceUnits - (stored?.costUnits ?? 0)
    return { vendorId, phone, number, startedAt, balanceUnits }
  })
  return started ?? notNow(api.work.retryAfterMs)
}

export function phoneIn({ numbering }: ApiDeps, text: string): Phone | Failure {
  if (text.trim() === '') return wrongParameter('phone', missing)
  return readPhone(numbering, text) ?? notValid
}
