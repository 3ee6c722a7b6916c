import { type TSchema, Type } from 'typebox'
import { plannedStep } from '../../books/phone-verification.ts'
import { viewOf } from '../../books/phone-view.ts'
import type { VelocityReason } from '../../books/velocity.ts'
import {
  balanceLow,
  callEnded,
  type DeliveredType,
  prefixPaused,
  testEvent,
} from '../../storage/event-records.ts'
import { headerSchema } from '../../webhooks/signature.ts'
import { info } from '../answers.ts'
import { verification } from './answers.ts'

/** The events that are sent to the endpoints of a service: their schemas document them, and a test checks real ones. */

const { status: _, code: __, balance: ___, ...callFields } = info.properties

const pauseReasons: readonly VelocityReason[] = ['new-country', 'new-prefix', 'burst', 'conversion']

const money = (description: string) =>
  Type.String({ pattern: '^-?[0-9]+\\.[0-9]{2,4}$', description: `${description} Roubles.` })

interface DescribedEvent {
  readonly summary: string
  readonly data: TSchema
  readonly example: object
}

const startedAt = Date.UTC(2026, 0, 15, 12, 0, 0)
const exampleVerification = viewOf({
  id: 'vf_019bc186de0000000000000000000001',
  version: 3,
  status: 'approved',
  reason: null,
  accountId: 1,
  serviceId: 7,
  test: false,
  phoneMask: '7916***4567',
  country: 'RU',
  operator: 'МТС',
  region: '',
  portedTo: '',
  client: 'order 17',
  metadata: '{}',
  ip: '',
  consent: null,
  language: null,
  codeLength: 4,
  maxCostUnits: 0,
  inboundSeconds: 60,
  createdAt: startedAt,
  expiresAt: startedAt + 300_000,
  endedAt: startedAt + 21_000,
  attemptsLeft: 3,
  checks: [],
  nextStepAt: null,
  steps: [
    {
      ...plannedStep('flash', 20),
      status: 'delivered',
      reason: 'rang',
      vendorId: 100_042,
      startedAt,
      endedAt: startedAt + 9_000,
      costUnits: 8_000,
      caller: '+7495123****',
    },
  ],
})

const ofVerification = (summary: string): DescribedEvent => ({
  summary,
  data: verification,
  example: exampleVerification,
})

const describedEvents: Readonly<Record<DeliveredType, DescribedEvent>> = {
  'verification.step_started': ofVerification(
    'A step has started: its call is being placed, or the call of the person is awaited.',
  ),
  'verification.step_delivered': ofVerification('A step has reached the phone.'),
  'verification.step_undelivered': ofVerification('A step has not reached the phone.'),
  'verification.approved': ofVerification('The right code was checked, or the person has called.'),
  'verification.failed': ofVerification('No code can be checked any more; `reason` tells why.'),
  'verification.expired': ofVerification('The time was over before the right code came.'),
  'verification.canceled': ofVerification('The integrator ended it.'),
  'verification.blocked': ofVerification('Too many wrong codes were typed for this phone.'),
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
      phone_info: [{ operator: 'МТС', region: 'Москва', mnp: '' }],
      cost: 0.8,
    },
  },
  [balanceLow]: {
    summary: 'The balance has fallen below the threshold of the low-balance notice of the account.',
    data: Type.Object({
      account_id: Type.Integer(),
      balance: money('What is left, held money included.'),
      threshold: money('The threshold.'),
      currency: Type.Literal('RUB'),
    }),
    example: { account_id: 1, balance: '49.20', threshold: '50.00', currency: 'RUB' },
  },
  [prefixPaused]: {
    summary: 'Calls of a service to a destination are paused after unusual traffic.',
    data: Type.Object({
      service_id: Type.Integer(),
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
      paused_at: Type.String({ format: 'date-time' }),
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
  [testEvent]: {
    summary: 'A test event that somebody asked for.',
    data: Type.Object({
      endpoint_id: Type.Integer(),
      service_id: Type.Integer(),
      description: Type.String({ description: 'Of the endpoint.' }),
    }),
    example: { endpoint_id: 3, service_id: 7, description: 'queue' },
  },
}

export const eventTag = {
  name: 'Events',
  description: 'What this service sends to the endpoints of a service.',
}

/** `webhooks` of OpenAPI 3.1. */
export function describeEvents(): object {
  return Object.fromEntries(
    Object.entries(describedEvents).map(([type, event]) => [type, { post: describe(type, event) }]),
  )
}

function describe(type: string, { summary, data, example }: DescribedEvent): object {
  const body = Type.Object({
    type: Type.Literal(type),
    timestamp: Type.String({ format: 'date-time', description: 'When it happened. RFC 3339, UTC.' }),
    data,
  })
  return {
    operationId: type.replaceAll(/[._](\w)/g, (_match, letter: string) => letter.toUpperCase()),
    tags: [eventTag.name],
    summary: summary.replaceAll('`', ''),
    description: `${summary} Signed in the format of Standard Webhooks.`,
    security: [],
    parameters: Object.entries(headerSchema.properties).map(([name, schema]) => ({
      name,
      in: 'header',
      required: true,
      description: (schema as { description?: string }).description ?? '',
      schema,
    })),
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: body,
          example: { type, timestamp: '2026-01-15T12:00:21.000Z', data: example },
        },
      },
    },
    responses: {
      '2XX': { description: 'Delivered.' },
      410: { description: 'No more tries.' },
      default: { description: 'Tried again.' },
    },
  }
}
