import type { Numbering, Phone } from '../../numbering/phone.ts'
import { minuteMs } from '../../platform/clock.ts'
import { languages, languageTagPattern, matchTags } from '../../platform/languages.ts'
import type { HookSettings } from '../../storage/queries/hooks.ts'
import { type Expected, invalid } from '../v2/input.ts'
import type { Problem } from '../v2/problem.ts'
import type { Kind, MessageFields } from './kind.ts'

/** A code and the phone that gets it. */
export interface Message {
  readonly phone: Phone
  readonly code: string
  readonly client: string
  /** A BCP 47 tag. */
  readonly language: string | undefined
  /** How long the same phone and code are the same request. */
  readonly lifeMs: number
}

const maxClientLength = 64
const defaultLifeMs = 15 * minuteMs
const maxLifeMs = 24 * 60 * minuteMs
const digits = /^\d{4,10}$/
const leastDigits = 4

const aPhone = {
  en: 'a phone number in international form, such as +79161234567',
  ru: 'номер телефона в международном виде, например +79161234567',
}
const aCode = { en: 'a code of 4 to 10 digits, as a string', ru: 'код из 4–10 цифр, строкой' }
const oneCode = {
  en: 'a text with one code of 4 to 10 digits, and no other such number',
  ru: 'текст с одним кодом из 4–10 цифр и без других таких чисел',
}

/** What a request asks for; undefined for a message without a code. */
export function messageIn(
  kind: Kind,
  asked: MessageFields,
  settings: HookSettings,
  numbering: Pick<Numbering, 'readE164' | 'readFreeText'>,
): Message | Problem | undefined {
  const code = asked.code == null || asked.code === '' ? codeInText(asked.text) : asked.code
  // Where names are settings, a member that is not there is a wrong setting and no message without a code.
  const mayLackCode = !kind.takesForms || typeof asked.text === 'string' || asked.code !== undefined
  if (code === undefined && mayLackCode) return undefined
  if (code === 'several') return fault(oneCode)
  if (typeof code !== 'string' || !digits.test(code))
    return fault(hasLetters(code) ? (kind.digitsSetting ?? aCode) : aCode)
  const phone = phoneIn(asked.phone, numbering)
  if (phone === undefined) return fault(aPhone)
  const { life, user } = asked
  const lifeMs = typeof life === 'number' ? life * (kind.lifeUnitMs ?? 1) : 0
  return {
    phone,
    code,
    client: typeof user === 'string' && !holds(user, phone) ? user.slice(0, maxClientLength) : '',
    language: languageIn(asked.language, settings.language),
    lifeMs: lifeMs > 0 ? Math.min(lifeMs, maxLifeMs) : defaultLifeMs,
  }
}

/** Where people sign up with their phone, the name of a user may be the number, which is never stored in clear. */
const holds = (user: string, { national }: Phone) => user.replace(/\D/g, '').includes(national)

/** The places of phone and code differ by kind, so the fault is said of the whole. */
const fault = (expected: Expected) => invalid({ pointer: '', expected })

const hasLetters = (code: unknown) =>
  typeof code === 'string' && /^(?=.*[A-Za-z])[A-Za-z0-9-]{4,20}$/.test(code)

/**
 * Only when all numbers of a code's length in it are the same: another may be an amount or a year. Where Latin letters
 * always touch the digits they belong to the code, which is then refused: half of it would be spoken otherwise.
 */
function codeInText(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined
  const [digits, another] = [...new Set(text.match(/(?<!\d)\d{4,10}(?!\d)/g))]
  if (another !== undefined) return 'several'
  if (digits === undefined) return notUnderstoodIn(text)
  const words: readonly string[] = text.match(/[A-Za-z\d]+/g) ?? []
  return words.includes(digits) ? digits : words.find((word) => word.includes(digits))
}

/**
 * What may be a code in another form: groups of digits such as "123-456", more than ten digits, digits among capitals. A message
 * with it is refused, because whoever waits for that code would get no call, and nobody would know why.
 */
function notUnderstoodIn(text: string): string | undefined {
  const groups: readonly string[] =
    text.match(/(?<!\d|\d[.:])\d{1,3}(?:[\s\p{Dash}]\d{1,3})+(?!\d|[.:]\d)/gu) ?? []
  const isLong = (group: string) => group.replace(/\D/g, '').length >= leastDigits
  const [other] = text.match(/\d{11,}|\b(?=[A-Z]*\d)(?=\d*[A-Z])[A-Z\d]{4,10}\b/) ?? []
  return groups.find(isLong) ?? other
}

/** In a query a plus arrives as a space. */
function phoneIn(given: unknown, numbering: Pick<Numbering, 'readE164' | 'readFreeText'>): Phone | undefined {
  const text = typeof given === 'number' ? String(given) : typeof given === 'string' ? given.trim() : ''
  return numbering.readE164(text) ?? numbering.readFreeText(text)
}

/** The locale of a person in a language that no voice speaks yields to the language that the hook has. */
function languageIn(locale: unknown, own: string | undefined): string | undefined {
  const tag = typeof locale === 'string' ? locale.replaceAll('_', '-') : ''
  if (!new RegExp(languageTagPattern).test(tag)) return own
  return matchTags([tag], languages) === undefined ? (own ?? tag) : tag
}
