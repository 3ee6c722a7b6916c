import { type TSchema, Type } from 'typebox'
import { endReasons, phoneStatuses, skipReasons } from '../../books/phone-verification.ts'
import { modes } from '../../books/verification.ts'
import { reasonTexts } from './reasons.ts'
import { listOf, outcomeTexts, skipTexts } from './step-reasons.ts'

/** The answers of `/v2`: these schemas document them, and a test checks real answers against them. */

const open = { additionalProperties: false }
const text = (description: string) => Type.String({ description })
const time = (description: string) =>
  Type.String({ format: 'date-time', description: `${description} RFC 3339, UTC.` })
const money = (description: string) =>
  Type.String({ pattern: '^[0-9]+\\.[0-9]{2,4}$', description: `${description} Roubles.` })
const orNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])
const mode = Type.Enum([...modes])

const planned = Type.Object(
  {
    mode,
    status: Type.Literal('planned'),
    starts_at: Type.Optional(time('When it is due; only of the next one, when that is known.')),
  },
  open,
)
const skipped = Type.Object(
  {
    mode,
    status: Type.Literal('skipped'),
    reason: Type.Enum([...skipReasons], { description: `Why it was not started. ${listOf(skipTexts)}` }),
  },
  open,
)
const called = Type.Object(
  {
    mode,
    status: Type.Enum(['started', 'delivered', 'undelivered']),
    reason: orNull(
      Type.Enum(Object.keys(outcomeTexts), {
        description: `The outcome of the call; null while it is under way. ${listOf(outcomeTexts)}`,
      }),
    ),
    vendor_id: Type.Integer({ description: 'The call, for `getInfo`.' }),
    started_at: time('When the call was admitted.'),
    ended_at: orNull(time('When its outcome was known.')),
    price: money('Held while it is started, charged or 0.00 afterwards.'),
  },
  open,
)

const reasonList = endReasons.map((reason) => `\`${reason}\`: ${reasonTexts[reason].en}`).join(' ')

export const verification = Type.Object(
  {
    id: Type.String({ pattern: '^vf_[0-9a-f]{32}$', description: 'Sorts by time.' }),
    version: Type.Integer({ description: 'Grows with every change of the status or of a step.' }),
    status: Type.Enum([...phoneStatuses]),
    reason: orNull(
      Type.Enum([...endReasons], { description: `null when approved or pending. ${reasonList}` }),
    ),
    test: Type.Boolean({ description: 'A test number: nobody was called.' }),
    phone: text('Masked number.'),
    country: text('ISO code of the country.'),
    operator: text('Operator today; "" when unknown.'),
    created_at: time('When it was created.'),
    expires_at: time('When it expires.'),
    attempts_left: Type.Integer({ description: 'Codes that may still be tried.' }),
    currency: Type.Literal('RUB'),
    steps: Type.Array(Type.Union([planned, skipped, called])),
    hint: Type.Object(
      {
        code_length: Type.Integer(),
        caller: orNull(text('Who calls in the newest step; stars stand for the digits of the code.')),
      },
      open,
    ),
    inbound: orNull(
      Type.Object(
        {
          number: text('The number to call.'),
          uri: text('The same as a link.'),
          expires_at: time('Until when the call is waited for.'),
        },
        open,
      ),
    ),
    client: text('What was passed as `client`.'),
    metadata: Type.Record(Type.String(), Type.String()),
  },
  open,
)

export const verifications = Type.Object(
  {
    verifications: Type.Array(verification),
    next_cursor: orNull(text('For the next page; null on the last one.')),
  },
  open,
)

export const checked = Type.Object(
  {
    valid: Type.Boolean({ description: 'The code is right.' }),
    status: Type.Enum([...phoneStatuses]),
    attempts_left: Type.Integer(),
    version: Type.Integer(),
  },
  open,
)

export const feedbackTaken = Type.Object(
  {
    vendor_id: Type.Integer(),
    approved: Type.Boolean(),
    counted: Type.Boolean({ description: 'False for test numbers.' }),
  },
  open,
)

export const phonesFound = Type.Object(
  {
    phones: Type.Array(
      Type.Object({
        source: text('What was passed.'),
        valid: Type.Optional(Type.Boolean()),
        code: Type.Optional(text('Why it was not looked up.')),
        phone: Type.Optional(text('E.164 with a plus.')),
        country: Type.Optional(orNull(text('ISO code of the country.'))),
        mobile: Type.Optional(Type.Boolean()),
        class: Type.Optional(text('`ordinary`, or why it is not called.')),
        operator: Type.Optional(orNull(text('Operator today.'))),
        company: Type.Optional(orNull(text("The operator's organisation (Russia)."))),
        ported: Type.Optional(Type.Boolean()),
        region: Type.Optional(orNull(text('Region (Russia).'))),
        city: Type.Optional(orNull(text('City (Russia).'))),
        national_format: Type.Optional(text('As it is written in its country.')),
        price: Type.Optional(money('What the look-up cost.')),
      }),
    ),
    currency: Type.Literal('RUB'),
  },
  open,
)

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
    ),
  ),
})
