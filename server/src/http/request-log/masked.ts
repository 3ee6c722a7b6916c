import { saidNames } from '../../books/verification.ts'
import { maskPhone } from '../../calls/phone-privacy.ts'
import type { Phone } from '../../numbering/phone.ts'

/** What the log keeps of the parameters of a request. */
interface MaskedParameters {
  /** The mask of the number in `phone`, however it is written; "" when there is none or it is not a number. */
  readonly phoneMask: string
  /** JSON. `phone` is null where the mask stands for it, which is not so when the number was written in another way. */
  readonly parameters: string
}

type ReadNumber = (text: string) => Phone | undefined

const hidden = '***'
const maxNames = 20
const maxNameLength = 40
const maxTextLength = 100
const maxLength = 1_000

/** Parameters whose values are chosen from a few or say nothing about a person. */
const plain: ReadonlySet<string> = new Set([
  'voice',
  'mix',
  'code_length',
  'language',
  'expires_in',
  'attempts',
  'max_cost',
  'inbound_expires_in',
  'wait',
  'version',
  'status',
  'cursor',
  'limit',
  'approved',
  'on_pending',
  'trusted',
  'mode',
  'channel',
  'confirm',
  'seconds',
])
/** Words of the integrator. */
const texts: ReadonlySet<string> = new Set<string>([...saidNames, 'unique'])
const ids: ReadonlySet<string> = new Set(['uid', 'vendor_id'])
const credentials: ReadonlySet<string> = new Set(['key', 'service_id'])

/**
 * The parameters of a request as the log keeps them. Values of names that the API does not know are never kept:
 * a misspelt name may hold a key or a number.
 */
export function maskParameters(given: unknown, key: string, readNumber: ReadNumber): MaskedParameters {
  if (typeof given !== 'object' || given === null) return { phoneMask: '', parameters: '{}' }
  const kept: Record<string, unknown> = {}
  let phoneMask = ''
  for (const [name, value] of Object.entries(given).slice(0, maxNames + credentials.size)) {
    if (credentials.has(name)) continue
    if (name === 'phone') {
      const text = textOf(value)
      const phone = text === undefined ? undefined : readNumber(text)
      phoneMask = phone === undefined ? '' : maskPhone(phone.e164)
      const isAsTaken = phone !== undefined && (text === phone.e164 || text === `+${phone.e164}`)
      kept.phone =
        text === undefined ? hidden : isAsTaken ? null : shapeOf(text.replaceAll(key || hidden, hidden))
    } else kept[maskName(name)] = maskValue(name, value, key, readNumber)
  }
  const parameters = JSON.stringify(kept)
  if (parameters.length <= maxLength) return { phoneMask, parameters }
  const namesOnly = Object.entries(kept).map(([name, value]) => [name, value === null ? null : hidden])
  return { phoneMask, parameters: JSON.stringify(Object.fromEntries(namesOnly)) }
}

function maskValue(name: string, value: unknown, key: string, readNumber: ReadNumber): unknown {
  if (name === 'phones') return Array.isArray(value) ? `${hidden} (${value.length})` : hidden
  if (name === 'steps') return stepsOf(value)
  const text = textOf(value)
  if (text === undefined) return hidden
  if (text === '') return ''
  if (plain.has(name)) return typeof value === 'boolean' || isSmall(value) ? value : maskText(text, key)
  if (texts.has(name)) return maskText(text, key)
  if (ids.has(name)) return readNumber(text) === undefined ? maskIdText(text, key) : hidden
  if (name === 'callback_url') return maskUrl(text, key)
  return hidden
}

/** A long text in the place of an id is no id. */
const maskIdText = (text: string, key: string) => (/^\d{1,16}$/.test(text) ? text : maskText(text, key))

/** Modes and times; anything else in a step is a mistake whose text is not kept. */
function stepsOf(value: unknown): unknown {
  if (!Array.isArray(value)) return hidden
  return value.slice(0, 10).map((step: unknown) => {
    const { mode, seconds } = (step ?? {}) as { mode?: unknown; seconds?: unknown }
    return {
      mode: typeof mode === 'string' && /^[a-z]{1,10}$/.test(mode) ? mode : hidden,
      ...(isSmall(seconds) ? { seconds } : {}),
    }
  })
}

const isSmall = (value: unknown) => typeof value === 'number' && Math.abs(value) < 1_000_000

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

/** Digits with the signs that people write between them. Seven digits can be a number of somebody. */
const longDigits = /\+?\p{Nd}(?:[ \-().\u00a0_/,]{0,2}\p{Nd}){6,}/gu
/** A UUID or an id of `/v2` with a letter is no phone number, however many digits it has. */
const knownId = /^(?=.*[a-f])(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|vf_[0-9a-f]{32})$/i

/** Hides the key of the request and everything that may be a phone number. */
function maskText(text: string, key: string): string {
  if (knownId.test(text)) return text
  const withoutKey = key === '' ? text : text.replaceAll(key, hidden)
  return withoutKey.replace(longDigits, hidden).slice(0, maxTextLength).toWellFormed()
}

/** How a number was written, so that a mistake can be seen: only the last two digits are kept. */
function shapeOf(text: string): string {
  let digitsLeft = text.replace(/\D/g, '').length
  const isShort = digitsLeft < 5
  return text
    .slice(0, maxNameLength)
    .replace(/\p{Nd}/gu, (digit) => (/\d/.test(digit) && digitsLeft-- <= 2 && !isShort ? digit : '*'))
    .toWellFormed()
}

/** A part of a path that is words of a few letters; anything else may be a token. */
const plainPart = /^(?:v\d{1,2}|[a-z]{1,12}(?:-[a-z]{1,12}){0,3}(?:\.[a-z]{2,4})?)?$/

/** Queries and paths of addresses may hold tokens. */
function maskUrl(text: string, key: string): string {
  const query = text.search(/[?#]/)
  const address = query === -1 ? text : text.slice(0, query)
  const [scheme = '', , host = '', ...parts] = address.replace(/\/\/[^/@]*@/, `//${hidden}@`).split('/')
  const path = parts.map((part) => (plainPart.test(part) ? part : hidden))
  return `${maskText([scheme, '', host, ...path].join('/'), key)}${query === -1 ? '' : `?${hidden}`}`
}

/** A name may be a key, when the value was written without one. */
function maskName(name: string): string {
  if (/[A-Za-z0-9]{32}/.test(name)) return hidden
  return name.replace(longDigits, hidden).slice(0, maxNameLength).toWellFormed()
}

/** The path of a request that is no method. */
export function maskPath(path: string): string {
  const masked = path
    // The digits of an escape would part those of a number.
    .replace(/(?:%[0-9a-f]{2})+/gi, unescaped)
    .replace(/[A-Za-z0-9]{32,}/g, hidden)
    .replace(longDigits, hidden)
  return encodeURI(masked.slice(0, maxTextLength).toWellFormed())
}

function unescaped(escapes: string): string {
  try {
    return decodeURIComponent(escapes)
  } catch {
    return hidden
  }
}
