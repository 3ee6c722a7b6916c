import { type TSchema, Type } from 'typebox'
import {
  balanceLow,
  callEnded,
  type EventType,
  prefixPaused,
  stepDeliver,
  testEvent,
} from '../../books/event-types.ts'
import type { VelocityReason } from '../../books/velocity.ts'
import { languages } from '../../platform/languages.ts'
import { info } from '../answers.ts'
import { describeWebhook, type OpenApi, type Operation, type Schema } from '../documents/openapi.ts'
import { money } from '../money.ts'
import { currency, verification } from './answers.ts'
import {
  approvedExample,
  canceledExample,
  deliveredExample,
  pendingExample,
  undeliveredExample,
} from './examples.ts'

/** The events that are sent to the endpoints of a service: their schemas document them, and a test checks real ones. */

const { status: _, code: __, balance: ___, ...callFields } = info.properties

const pauseReasons: readonly VelocityReason[] = ['new-country', 'new-prefix', 'burst', 'conversion']

const sum = (description: string) =>
  Type.String({ pattern: '^-?[0-9]+\\.[0-9]{2,4}$', description: `${description} In \`currency\`.` })

const service_id = Type.Integer({ description: 'The service.' })

interface DescribedEvent {
  readonly summary: string
  readonly data: TSchema
  readonly example: object
}

const ofVerification = (summary: string, example: object): DescribedEvent => ({
  summary,
  data: verification,
  example,
})
const endedAs = (status: string, reason: string) => ({ ...approvedExample, status, reason })

/** The callback of a dialect is described with it. */
type DescribedType = EventType | typeof testEvent | typeof stepDeliver
const describedEvents: Readonly<Record<DescribedType, DescribedEvent>> = {
  'verification.step_started': ofVerification(
    'A step has started: its call is being placed, or the call of the person is awaited.',
    pendingExample,
  ),
  'verification.step_delivered': ofVerification('A step has reached the phone.', deliveredExample),
  'verification.step_undelivered': ofVerification('A step has not reached the phone.', undeliveredExample),
  'verification.approved': ofVerification(
    'The right code was checked, or the person has called.',
    approvedExample,
  ),
  'verification.failed': ofVerification(
    'No code can be checked any more; `reason` tells why.',
    endedAs('failed', 'max_attempts'),
  ),
  'verification.expired': ofVerification(
    'The time was over before the right code came.',
    endedAs('expired', 'expired'),
  ),
  'verification.canceled': ofVerification('The integrator ended it.', canceledExample),
  'verification.blocked': ofVerification(
    'Too many wrong codes were typed for this phone.',
    endedAs('blocked', 'phone_blocked'),
  ),
  'verification.settled': ofVerification(
    'The verification has ended, and every step has its price: nothing of it changes any more.',
    approvedExample,
  ),
  [callEnded]: {
    summary: 'A call of `/v1.0` has ended: what `getInfo` tells, without `code` and `balance`.',
    data: Type.Object(callFields),
    example: {
      vendor_id: 100_042,
      init_time: 1_768_478_400,
      call_status: 1,
      is_repeated: false,
      repeatable: false,
      client: 'order 17',
      phone: '7916***4567',
      country_code: 'RU',
      phone_info: [{ operator: 'T2', region: '', mnp: '' }],
      cost: money(8_000),
    },
  },
  [balanceLow]: {
    summary: 'The balance has fallen below the threshold of the low-balance notice of the account.',
    data: Type.Object({
      account_id: Type.Integer({ description: 'The account.' }),
      balance: sum('What is left, held money included.'),
      threshold: sum('The threshold.'),
      currency,
    }),
    example: { account_id: 1, balance: '49.20', threshold: '50.00', currency: 'EUR' },
  },
  [prefixPaused]: {
    summary: 'Calls of a service to a destination are paused after unusual traffic.',
    data: Type.Object({
      service_id,
      prefix: Type.String({
        description:
          'Digits, the two letters of a country, or `operator:` and the name of a network operator.',
      }),
      reason: Type.Enum([...pauseReasons], {
        description:
          '`conversion`: many more verifications than usual, of which far fewer were approved. Otherwise many calls to a new or known destination.',
      }),
      calls: Type.Integer({
        description: 'Calls in the hour of the pause; for `conversion` delivered verifications in two hours.',
      }),
      expected: Type.Integer({ description: 'The most that was usual before.' }),
      paused_at: Type.String({ format: 'date-time', description: 'When it was paused. RFC 3339, UTC.' }),
    }),
    example: {
      service_id: 7,
      prefix: '7916',
      reason: 'burst',
      calls: 900,
      expected: 12,
      paused_at: '2026-01-15T12:00:00.000Z',
    },
  },
  [stepDeliver]: {
    summary: 'The code of a step with the mode `http`, for the gateway of the service. It is sent once.',
    data: Type.Object({
      verification: Type.String({ description: 'The id of the verification.' }),
      channel: Type.String({ description: 'As the step names it.' }),
      phone: Type.String({ description: 'The number of the person, with a plus.' }),
      code: Type.String({ description: 'The code, 4 to 10 digits.' }),
      language: Type.Enum([...languages], { description: 'Of the text.' }),
      text: Type.String({ description: 'A sentence with the code, ready to be sent.' }),
      expires_at: Type.String({
        format: 'date-time',
        description: 'When the verification expires. RFC 3339, UTC.',
      }),
    }),
    example: {
      verification: 'vf_019bc186de0000000000000000000001',
      channel: 'sms',
      phone: '+79161234567',
      code: '4711',
      language: 'ru',
      text: 'Ваш код: 4711',
      expires_at: '2026-01-15T12:05:00.000Z',
    },
  },
  [testEvent]: {
    summary: 'A test event that somebody asked for.',
    data: Type.Object({
      endpoint_id: Type.Integer({ description: 'The endpoint.' }),
      service_id,
      description: Type.String({ description: 'The description of the endpoint.' }),
    }),
    example: { endpoint_id: 3, service_id: 7, description: 'queue' },
  },
}

const typesOf = (events: object) => Object.keys(events) as DescribedType[]
const body = (types: readonly DescribedType[], data: TSchema) =>
  Type.Object({
    type: Type.Enum([...types]),
    timestamp: Type.String({ format: 'date-time', description: 'When it happened. RFC 3339, UTC.' }),
    data,
  })

/** The bodies of events; those about a verification differ in their type alone. */
export const eventSchemas = {
  VerificationEvent: body(
    typesOf(describedEvents).filter((type) => describedEvents[type].data === verification),
    verification,
  ),
  CallEndedEvent: body([callEnded], describedEvents[callEnded].data),
  BalanceLowEvent: body([balanceLow], describedEvents[balanceLow].data),
  PrefixPausedEvent: body([prefixPaused], describedEvents[prefixPaused].data),
  StepDeliverEvent: body([stepDeliver], describedEvents[stepDeliver].data),
  EndpointTestEvent: body([testEvent], describedEvents[testEvent].data),
}
const bodyOf = (type: DescribedType) =>
  Object.values(eventSchemas).find(({ properties }) => properties.type.enum.includes(type))!

/** The `data` of a made-up event. */
export const eventExample = (type: DescribedType) => describedEvents[type].example

export const eventTag = {
  name: 'Events',
  description:
    'What this service sends to the endpoints of a service, signed in the format of Standard Webhooks.',
}

/** `webhooks` of OpenAPI 3.1. */
export function describeEvents(schemaOf: (schema: Schema) => Schema): OpenApi['webhooks'] {
  return Object.fromEntries(
    typesOf(describedEvents).map((type) => [type, { post: describe(type, describedEvents[type], schemaOf) }]),
  )
}

function describe(
  type: DescribedType,
  { summary, example }: DescribedEvent,
  schemaOf: (schema: Schema) => Schema,
): Operation {
  const about = {
    operationId: type.replaceAll(/[._](\w)/g, (_match, letter: string) => letter.toUpperCase()),
    tags: [eventTag.name],
    summary: summary.replaceAll('`', ''),
    description: summary,
  }
  const event = { type, timestamp: '2026-01-15T12:00:21.000Z', data: example }
  return describeWebhook(about, schemaOf(bodyOf(type)), event)
}
