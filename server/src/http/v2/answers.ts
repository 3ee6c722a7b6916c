import { type TSchema, Type } from 'typebox'
import texts from '../../../assets/reference/step-reasons.json' with { type: 'json' }
import { modes } from '../../books/call.ts'
import type { RecordReason } from '../../books/settlement.ts'
import {
  type EndReason,
  endReasons,
  type SkipReason,
  skipReasons,
  verificationStatuses,
} from '../../books/verification.ts'
import type { CallReason } from '../../telephony/calls/verdict.ts'
import type { GatewayReason } from '../../webhooks/gateway.ts'
import type { Explanation } from '../documents/openapi.ts'

/** The answers of `/v2`: these schemas document them, and a test checks real answers against them. */

/**
 * The reasons of steps, in words for the documents: assets/reference/ru.json has them in Russian. docs/api/v2.md has the same
 * tables, and a test compares them.
 */

/** The outcome of a step that was started. */
export const outcomeTexts: Readonly<Record<CallReason | GatewayReason | RecordReason, string>> =
  texts.outcomes
/** Why a step was not started. */
export const skipTexts: Readonly<Record<SkipReason, string>> = texts.skips
/** Why a verification has ended, as a sentence for people each. */
const reasonTexts: Readonly<Record<EndReason, string>> = texts.ends

const text = (description: string) => Type.String({ description })
const time = (description: string) =>
  Type.String({ format: 'date-time', description: `${description} RFC 3339, UTC.` })
const money = (description: string) =>
  Type.String({ pattern: '^[0-9]+\\.[0-9]{2,4}$', description: `${description} In \`currency\`.` })
const orNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])
const mode = Type.Enum([...modes], { description: 'How the step confirms the phone.' })

/** An enumeration whose values are explained: all in one description for OpenAPI, one by one in the documents. */
function explained<S extends TSchema>(schema: S, lead: string, values: Explanation['values']): S {
  const listed = Object.entries(values).map(
    ([value, meaning]) => `\`${value}\`: ${meaning.replace(/\.$/, '')}.`,
  )
  // Not spread: some members of a schema are not enumerable.
  return Object.defineProperties({} as S, {
    ...Object.getOwnPropertyDescriptors(schema),
    description: { value: `${lead} ${listed.join(' ')}`, enumerable: true },
    explanation: { value: { lead, values } satisfies Explanation },
  })
}

const confirm = Type.Optional(
  Type.Enum(['key'], { description: 'The call confirms by itself, by the key of `hint`.' }),
)
const channel = Type.Optional(text('The channel of the gateway; only with the mode `http`.'))

export const plannedStep = Type.Object({
  mode,
  channel,
  confirm,
  status: Type.Literal('planned'),
  starts_at: Type.Optional(time('When it is due; only of the next one, when that is known.')),
})
export const skippedStep = Type.Object({
  mode,
  channel,
  confirm,
  status: Type.Literal('skipped'),
  reason: explained(Type.Enum([...skipReasons]), 'Skipped: why it was not started.', skipTexts),
})
export const startedStep = Type.Object({
  mode,
  channel,
  confirm,
  status: Type.Enum(['started', 'delivered', 'undelivered'], { description: 'How far the step is.' }),
  reason: orNull(
    explained(
      Type.Enum(Object.keys(outcomeTexts)),
      'The outcome of the call; null while it is under way.',
      outcomeTexts,
    ),
  ),
  vendor_id: Type.Integer({ description: 'The call, for `getInfo`.' }),
  started_at: time('When the call was admitted.'),
  ended_at: orNull(time('When its outcome was known.')),
  price: orNull(money('What was charged, 0.00 when nothing; null until its call is settled.')),
  language: Type.Optional(text('What was spoken, or written by a gateway; not with flash and inbound.')),
  gateway_price: Type.Optional(
    orNull(text('With the mode `http`: what the gateway says that it costs you; it is not charged here.')),
  ),
})

export const step = Type.Union([plannedStep, skippedStep, startedStep])

const status = Type.Enum([...verificationStatuses], { description: 'Every status but `pending` is final.' })
const version = Type.Integer({ description: 'Grows with every change of the status or of a step.' })
const attemptsLeft = Type.Integer({ description: 'Codes that may still be tried.' })
export const currency = Type.String({
  pattern: '^[A-Z]{3}$',
  description: 'Of every price: that of the installation (ISO 4217).',
})

export const inbound = Type.Object(
  {
    number: text('The number to call.'),
    uri: text('The same as a link.'),
    pretty: text('The same in groups, to show to the person.'),
    expires_at: time('Until when the call is waited for.'),
    qr: Type.Optional(text('The link as a QR code: the text of an SVG image. Only when asked for by `qr`.')),
  },
  { description: 'The call that the person has to make; null unless one is waited for.' },
)

const test = Type.Boolean({
  description: 'A test number: nobody was called, so `approved` shows nothing about any phone.',
})

export const verification = Type.Object({
  id: Type.String({ pattern: '^vf_[0-9a-f]{32}$', description: 'Sorts by time.' }),
  version,
  status,
  reason: orNull(
    explained(Type.Enum([...endReasons]), 'Why it ended; null when approved or pending.', reasonTexts),
  ),
  test,
  phone: text('Masked number.'),
  country: text('ISO code of the country.'),
  operator: text('Operator today; "" when unknown.'),
  created_at: time('When it was created.'),
  expires_at: time('When it expires.'),
  attempts_left: attemptsLeft,
  currency,
  steps: Type.Array(step, {
    description: 'The calls, in their order: made, skipped or planned.',
  }),
  hint: Type.Object(
    {
      code_length: Type.Integer({ description: 'Digits of the code.' }),
      caller: orNull(text('Who calls in the newest step; stars stand for the digits of the code.')),
      key: Type.Optional(text('What the person has to press in the newest step; show it.')),
    },
    { description: 'What to tell the person who waits for the call.' },
  ),
  inbound: orNull(inbound),
  client: text('What was passed as `client`.'),
  metadata: Type.Record(Type.String(), Type.String(), { description: 'What was passed as `metadata`.' }),
  client_token: Type.Optional(
    Type.String({
      pattern: '^vt_[0-9a-f]{64}$',
      description:
        'The credential of this verification for a browser; only in the 201, when the request asked for it.',
    }),
  ),
})

export const verifications = Type.Object({
  verifications: Type.Array(verification, { description: 'Newest first.' }),
  next_cursor: orNull(text('For the next page; null on the last one.')),
})

export const checked = Type.Object({
  valid: Type.Boolean({ description: 'The code is right.' }),
  status,
  test,
  attempts_left: attemptsLeft,
  version,
})

export const feedbackTaken = Type.Object({
  vendor_id: Type.Integer({ description: 'Which call.' }),
  approved: Type.Boolean({ description: 'What was passed.' }),
  counted: Type.Boolean({ description: 'False for test numbers.' }),
})

export const phoneFacts = Type.Object({
  source: text('What was passed.'),
  valid: Type.Optional(Type.Boolean({ description: 'The number is valid; only valid numbers are charged.' })),
  code: Type.Optional(text('Why it was not looked up.')),
  phone: Type.Optional(text('E.164 with a plus.')),
  country: Type.Optional(orNull(text('ISO code of the country.'))),
  mobile: Type.Optional(Type.Boolean({ description: 'A mobile number.' })),
  class: Type.Optional(text('`ordinary`, or why it is not called.')),
  operator: Type.Optional(orNull(text('Operator today.'))),
  company: Type.Optional(orNull(text("The operator's organisation (Russia)."))),
  ported: Type.Optional(Type.Boolean({ description: 'The number was ported to another operator.' })),
  region: Type.Optional(orNull(text('Region (Russia).'))),
  city: Type.Optional(orNull(text('City (Russia).'))),
  national_format: Type.Optional(text('As it is written in its country.')),
  price: Type.Optional(money('What the look-up cost.')),
})

export const phonesFound = Type.Object({
  phones: Type.Array(phoneFacts, { description: 'In the order of the request.' }),
  currency,
})

export const pastEvent = Type.Object({
  id: text('The `webhook-id` of the event.'),
  type: text('What happened.'),
  timestamp: time('When it happened.'),
  data: Type.Record(Type.String(), Type.Unknown(), { description: 'As it is sent to an endpoint.' }),
})

export const eventPage = Type.Object({
  events: Type.Array(pastEvent, { description: 'Oldest first.' }),
  next_cursor: text(
    'For `after` of the next request; after `from=now` it is `now` until the record has begun.',
  ),
})

export const problem = Type.Object({
  type: text('A page about this problem.'),
  title: text('What is wrong, for people.'),
  status: Type.Integer({ description: 'The HTTP status.' }),
  detail: text('What happened and what helps.'),
  code: text('What is wrong, for programs.'),
  errors: Type.Optional(
    Type.Array(
      Type.Object({
        pointer: text('Which member (RFC 6901).'),
        expected: text('What is expected there.'),
      }),
      { description: 'The members that are wrong; only with `invalid_request`.' },
    ),
  ),
  verification_status: Type.Optional(text('How it ended; only with `verification_ended`.')),
  verification_reason: Type.Optional(orNull(text('Why it ended; only with `verification_ended`.'))),
  test: Type.Optional(
    Type.Boolean({ description: 'It was of a test number; only with `verification_ended`.' }),
  ),
  request_id: Type.Optional(text('To report; only with `internal_error`.')),
})
