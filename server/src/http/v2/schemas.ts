import { isIP } from 'node:net'
import { type Static, type TEnum, Type } from 'typebox'
import { channelPattern, stepSeconds } from '../../accounts/service-settings.ts'
import { modes } from '../../books/call.ts'
import { verificationStatuses } from '../../books/verification.ts'
import { maxSteps } from '../../fields/service-fields.ts'
import { languageTagPattern } from '../../platform/languages.ts'
import { expecting, members } from './input.ts'

/** The bodies of `/v2`: these schemas validate and document. */

const textLimit = 64
const deviceIdLimit = 128
const maxPhones = 1_000
export const maxFreePhone = 100

const phoneInDigits = '^\\+?[0-9]{5,15}$'
const phoneWords = [
  'digits with the country code and an optional plus, such as "+79161234567"',
  'строка из цифр с кодом страны, плюс необязателен, например "+79161234567"',
] as const
export const phone = expecting(
  Type.String({ pattern: phoneInDigits }),
  'The number of the person.',
  ...phoneWords,
)
/** With `normalize` it is in digits before it is checked: a pattern in the description would be false. */
const writtenPhone = expecting(
  Type.Refine(Type.String({ maxLength: maxFreePhone }), (text) => new RegExp(phoneInDigits).test(text)),
  'The number of the person. With `normalize` as people write it, else digits alone.',
  ...phoneWords,
)
const whole = (meaning: string, minimum: number, maximum: number, fallback?: number) =>
  expecting(
    Type.Integer({ minimum, maximum, ...(fallback === undefined ? {} : { default: fallback }) }),
    meaning,
    `a whole number from ${minimum} to ${maximum}`,
    `целое число от ${minimum} до ${maximum}`,
  )
const textOf = (meaning: string, minLength: number, maxLength: number) =>
  minLength === 0
    ? expecting(
        Type.String({ maxLength }),
        meaning,
        `at most ${maxLength} characters`,
        `не более ${maxLength} символов`,
      )
    : expecting(
        Type.String({ minLength, maxLength }),
        meaning,
        `${minLength} to ${maxLength} characters`,
        `от ${minLength} до ${maxLength} символов`,
      )
const trueOrFalse = (meaning: string, options = {}) =>
  expecting(Type.Boolean(options), meaning, 'true or false', 'true или false')
/** One of its words. */
const wordOf = <S extends TEnum>(meaning: string, schema: S) => {
  const words = schema.enum.map((word) => `"${word}"`)
  return expecting(schema, meaning, words.join(' or '), words.join(' или '))
}
const mode = expecting(
  Type.Enum([...modes]),
  'How the step confirms the phone.',
  modes.map((each) => `"${each}"`).join(', '),
  modes.map((each) => `"${each}"`).join(', '),
)
const seconds = whole(
  'How long a delivered step waits for the code before the next one starts.',
  stepSeconds.min,
  stepSeconds.max,
  stepSeconds.default,
)
const channel = expecting(
  Type.String({ pattern: channelPattern }),
  'With the mode `http`: which gateway of the service gets the code.',
  'the channel of a gateway, such as "sms"',
  'канал шлюза, например "sms"',
)
const confirm = wordOf(
  'With the mode `voice`: the robot asks the person to press the digits of `hint.key`, and the call confirms by itself.',
  Type.Enum(['key'] as const),
)
export const newStep = members({
  mode,
  seconds: Type.Optional(seconds),
  channel: Type.Optional(channel),
  confirm: Type.Optional(confirm),
})
const steps = expecting(
  Type.Array(newStep, { minItems: 1, maxItems: maxSteps }),
  'What is tried, in this order; the workflow of the service decides when it is left out.',
  `one to ${maxSteps} steps such as {"mode": "flash", "seconds": 20}`,
  `от одного до ${maxSteps} шагов вида {"mode": "flash", "seconds": 20}`,
)
const address = (meaning: string) =>
  expecting(
    Type.Refine(Type.String({ maxLength: 45 }), (text) => isIP(text) !== 0),
    meaning,
    'an IP address',
    'IP-адрес',
  )
const metadataBytes = 1_024
const metadata = expecting(
  Type.Refine(
    Type.Record(Type.String(), Type.String()),
    (value) => Buffer.byteLength(JSON.stringify(value)) <= metadataBytes,
  ),
  'Your own words, given back in every answer.',
  `an object with string values, at most ${metadataBytes} bytes of JSON`,
  `объект со строковыми значениями, не больше ${metadataBytes} байт JSON`,
)
/** `Date.parse` takes 30 February for 2 March, and 24:00 for the next day. */
function isRealTime(text: string): boolean {
  const [day, clock] = text.split('T') as [string, string]
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(Date.parse(text)) && date.toISOString().startsWith(day) && !clock.startsWith('24')
}
const moment = expecting(
  Type.Refine(
    Type.String({
      pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?(Z|[+-]\\d{2}:\\d{2})$',
    }),
    isRealTime,
  ),
  'When the person agreed; not in the future.',
  'an RFC 3339 time such as "2026-01-15T12:00:00Z"',
  'время по RFC 3339, например "2026-01-15T12:00:00Z"',
)

const qr = wordOf(
  'To get the link of an inbound step as a QR code too, in `inbound.qr`: for a person who reads the page on another device.',
  Type.Enum(['svg'] as const),
)

export const createBody = members({
  phone: writtenPhone,
  normalize: Type.Optional(
    trueOrFalse('To read `phone` as people write it, such as `8 (916) 123-45-67`.', { default: false }),
  ),
  steps: Type.Optional(steps),
  code: Type.Optional(
    expecting(
      Type.String({ pattern: '^(?!0+$)[0-9]{4,10}$' }),
      'Your own code, used in every step; drawn by the service when it is left out.',
      'a string of 4 to 10 digits, not all zeros',
      'строка из 4–10 цифр, не все нули',
    ),
  ),
  reuse_code: Type.Optional(
    trueOrFalse(
      'One drawn code for all steps but flash and mix, whose calling number shows it, and for gateways under a tariff that charges on approval. It is kept encrypted until the verification has ended.',
      { default: false },
    ),
  ),
  code_length: Type.Optional(
    whole('Digits of the code. Flash and mix serve no other length than 4.', 4, 10, 4),
  ),
  language: Type.Optional(
    expecting(
      Type.String({ pattern: languageTagPattern }),
      'What voice speaks; `language` of a step says which voice was found for it.',
      'a language tag (BCP 47) such as "de" or "pt-BR"',
      'метка языка (BCP 47), например "de" или "pt-BR"',
    ),
  ),
  expires_in: Type.Optional(whole('Seconds until the verification expires.', 60, 1_800, 300)),
  attempts: Type.Optional(whole('Codes that may be tried.', 1, 5, 3)),
  client: Type.Optional(textOf('Your words about the user, to find the verification by.', 0, textLimit)),
  on_pending: Type.Optional(
    wordOf(
      'When the service has a pending verification of this phone with the same non-empty `client` or `device_id`: `return` answers 200 with that one instead of a new one.',
      Type.Enum(['new', 'return'], { default: 'new' }),
    ),
  ),
  metadata: Type.Optional(metadata),
  ip: Type.Optional(address('The address of the end user.')),
  device_id: Type.Optional(
    textOf(
      'Your id of the device of the end user. A keyed hash of it is stored; the limits of `ip` hold for it too.',
      1,
      deviceIdLimit,
    ),
  ),
  trusted: Type.Optional(
    trueOrFalse(
      'You know this end user: the limits per `ip` and `device_id` do not hold. Caps and the bounds on wrong codes do.',
      { default: false },
    ),
  ),
  consent: Type.Optional(
    members(
      {
        at: moment,
        ip: Type.Optional(address('From where the person agreed.')),
        text: Type.Optional(textOf('What the person agreed to.', 0, 2_000)),
      },
      { description: 'That the person agreed to be called.' },
    ),
  ),
  max_cost: Type.Optional(
    expecting(
      Type.String({ pattern: '^[0-9]{1,6}(\\.[0-9]{1,4})?$' }),
      'What all steps together may cost, in the currency of the installation; "0" means that nothing may be charged.',
      'a decimal string such as "2.50"',
      'десятичная строка, например "2.50"',
    ),
  ),
  client_token: Type.Optional(
    trueOrFalse(
      'Whether the 201 has a `client_token`, with which the browser of the person reads and continues this verification.',
      { default: false },
    ),
  ),
  inbound_expires_in: Type.Optional(whole('Seconds that an inbound step waits for the call.', 30, 300, 120)),
  qr: Type.Optional(qr),
})
export type CreateBody = Static<typeof createBody>

/** A code that cannot be right counts as a wrong attempt, not as invalid input. */
const code = expecting(
  Type.String({ pattern: '^[0-9]{1,10}$' }),
  'What the person typed.',
  'a string of 1 to 10 digits',
  'строка из 1–10 цифр',
)
export const checkBody = members({ code })
export const checkPhoneBody = members({ phone, code })
export const searchBody = members({ phone })
export const noBody = members({})
export const feedbackBody = members({
  vendor_id: expecting(
    Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
    'Which call.',
    'the vendor_id that initCall returned',
    'vendor_id из ответа initCall',
  ),
  approved: trueOrFalse('Whether the person typed the right code.'),
})
export const phonesBody = members({
  phones: expecting(
    Type.Array(
      Type.Unknown({
        description: `A number as people write it, a string of at most ${maxFreePhone} characters. What is none gets an entry that says so.`,
      }),
      { minItems: 1, maxItems: maxPhones },
    ),
    'The numbers to look up.',
    `one to ${maxPhones} strings`,
    `от одной до ${maxPhones} строк`,
  ),
})

/** Query parameters. */
export const waitQuery = members({
  wait: Type.Optional(whole('Seconds to wait for the next change.', 1, 55)),
  version: Type.Optional(
    expecting(
      Type.Integer({ minimum: 0, maximum: 999_999_999 }),
      'With `wait`: answered at once when the version is newer.',
      'the version that you have',
      'версия, которая у вас есть',
    ),
  ),
  qr: Type.Optional(qr),
})
const limit = Type.Optional(whole('How many.', 1, 100, 20))
export const listQuery = members({
  status: Type.Optional(expecting(Type.Enum([...verificationStatuses]), 'Only those.', 'a status', 'статус')),
  client: Type.Optional(textOf('Only those with this `client`.', 1, textLimit)),
  cursor: Type.Optional(
    expecting(
      Type.String({ pattern: '^vf_[0-9a-f]{32}$' }),
      'Where the page begins.',
      'next_cursor of the page before',
      'next_cursor предыдущей страницы',
    ),
  ),
  limit,
})
export const eventsQuery = members({
  after: Type.Optional(
    expecting(
      Type.String({ pattern: '^([0-9]{1,15}|now)$' }),
      'Only events after this one; all of the last seven days without it.',
      'next_cursor of the answer before',
      'next_cursor предыдущего ответа',
    ),
  ),
  from: Type.Optional(
    wordOf(
      'Where to begin without `after`: `now` leaves out what has happened before.',
      Type.Enum(['now'] as const),
    ),
  ),
  limit,
  wait: Type.Optional(whole('Seconds to wait for an event when there is none.', 1, 55)),
})
