import { stepSeconds } from '../../accounts/service-settings.ts'
import type { CreatedAs } from '../../books/create-verification.ts'
import { unitsOf } from '../../books/money.ts'
import { saidOf } from '../../books/verification.ts'
import { secondMs } from '../../platform/clock.ts'
import { sha256 } from '../../platform/sha256.ts'
import { shownCodeLength } from '../../verifications/codes.ts'
import type { NewVerification } from '../../verifications/verifications.ts'
import {
  verificationDefaults as defaults,
  showsCode,
  type WrittenStep,
} from '../../verifications/workflow.ts'
import { startsCall } from '../scope-rule.ts'
import * as answers from './answers.ts'
import { pendingExample } from './examples.ts'
import { invalid } from './input.ts'
import { defineV2, type V2Answer } from './method.ts'
import { type InputFault, Problem } from './problem.ts'
import { addressRefusals, callRefusals, refusalProblem } from './refusals.ts'
import { type CreateBody, createBody, phone as phoneSchema } from './schemas.ts'
import { answerOf } from './verifications.ts'

export const create = defineV2<CreateBody>({
  name: 'createVerification',
  startsWork: true,
  verb: 'POST',
  path: '/v2/verifications',
  summary: 'Create a verification and start its first step.',
  scopes: startsCall,
  input: createBody,
  answer: {
    status: 201,
    also: { status: 200, description: 'The pending one, with `on_pending`: `return`.' },
    schema: answers.verification,
    example: pendingExample,
  },
  codes: [
    ...callRefusals,
    'source_blocked',
    ...addressRefusals,
    'idempotency_key_reused',
    'idempotency_key_erased',
  ],
  example: {
    phone: '+79000000001',
    steps: [{ mode: 'flash', seconds: 20 }, { mode: 'voice' }],
    client: 'user 7',
  },
  isIdempotent: true,
  reads({ numbering }, input) {
    const { phone, normalize } = Object(input) as { phone?: unknown; normalize?: unknown }
    const read = normalize === true && typeof phone === 'string' ? numbering.readFreeText(phone) : undefined
    return read === undefined ? input : { ...Object(input), phone: read.e164 }
  },
  async run(
    { numbering, verifications, clientTokens, clock, hooks: { hasher } },
    { subscriber, input, view, rawBody, idempotencyKey },
  ) {
    const phone = numbering.readE164(input.phone)
    if (phone === undefined) return invalid({ pointer: '/phone', expected: expectedPhone })
    const operator = numbering.describe(phone).provider
    const codeLength = input.code_length ?? defaults.codeLength
    const written = writtenSteps(input)
    const { steps, isHardToReach } =
      written === undefined
        ? await verifications.workflowFor(subscriber, phone, operator, codeLength)
        : { steps: written, isHardToReach: false }
    const fault = faultIn(input, steps, clock.now())
    if (fault !== undefined) return invalid(fault)
    const request: NewVerification = {
      phone,
      operator,
      steps,
      isHardToReach,
      code: input.code,
      reusesCode: input.reuse_code === true,
      codeLength,
      language: input.language ?? null,
      expiresInMs: input.expires_in === undefined ? defaults.expiresInMs : input.expires_in * secondMs,
      attempts: input.attempts ?? defaults.attempts,
      hasClientToken: input.client_token === true,
      returnsPending: input.on_pending === 'return',
      isOfPage: false,
      ...saidOf(input),
      metadata: JSON.stringify(input.metadata ?? {}).toWellFormed(),
      ip: input.ip ?? '',
      deviceId: input.device_id,
      isTrusted: input.trusted,
      consent: input.consent === undefined ? null : JSON.stringify(input.consent).toWellFormed(),
      maxCostUnits: input.max_cost === undefined ? null : unitsOf(input.max_cost)!,
      inboundSeconds: input.inbound_expires_in ?? defaults.inboundSeconds,
      key:
        idempotencyKey === undefined
          ? null
          : // Under a key: a body has little besides the number, which is found from its plain hash within minutes.
            { keyHash: sha256(idempotencyKey), bodyHash: hasher.hash(sha256(rawBody).toString('hex')) },
    }
    const made = (verification: CreatedAs, headers: readonly string[] = []): V2Answer => ({
      status: 201,
      headers: ['Location', `/v2/verifications/${verification.id}`, ...headers],
      body: {
        ...answerOf(verification, input.qr, view),
        ...(input.client_token === true ? { client_token: clientTokens.of(verification.id) } : {}),
      },
    })
    const created = await verifications.create(subscriber, request)
    switch (created.kind) {
      case 'created':
        return made(created.verification)
      case 'replayed':
        return made(created.verification, ['Idempotency-Replayed', 'true'])
      case 'pending':
        return { body: answerOf(created.verification, input.qr, view) }
      case 'key-of-another-body':
        return new Problem('idempotency_key_reused')
      case 'key-of-erased-phone':
        return new Problem('idempotency_key_erased')
      case 'source-blocked':
        return new Problem('source_blocked', { retryAfterMs: created.retryAfterMs })
      case 'address-limited':
      case 'refused':
        return refusalProblem(created)
    }
  },
})

function writtenSteps({ steps }: CreateBody): readonly WrittenStep[] | undefined {
  return steps?.map(({ mode, seconds, channel, confirm }) => ({
    mode: mode as WrittenStep['mode'],
    channel,
    confirm: confirm as WrittenStep['confirm'],
    seconds: seconds ?? stepSeconds.default,
  }))
}

/** The clock of an integrator may be ahead by as much. */
const clockToleranceMs = 60 * secondMs

/** Rules that no schema of a single member can express. */
function faultIn(input: CreateBody, steps: readonly WrittenStep[], now: number): InputFault | undefined {
  const fault = (pointer: string, en: string, ru: string) => ({ pointer, expected: { en, ru } })
  if (input.consent !== undefined && Date.parse(input.consent.at) > now + clockToleranceMs)
    return fault('/consent/at', 'a time that is not in the future', 'время не в будущем')
  const codeLength = input.code_length ?? defaults.codeLength
  const misplaced = steps.findIndex(({ mode, channel }) => (mode === 'http') !== (channel !== undefined))
  if (misplaced !== -1)
    return fault(
      `/steps/${misplaced}/channel`,
      'the channel of a gateway, with the mode http and with no other',
      'канал шлюза: для режима http, и только для него',
    )
  const unspoken = steps.findIndex(({ mode, confirm }) => confirm !== undefined && mode !== 'voice')
  if (unspoken !== -1)
    return fault(
      `/steps/${unspoken}/confirm`,
      'no confirm: only the mode voice asks for a key',
      'без confirm: о клавише спрашивает только режим voice',
    )
  if (steps.length === 0)
    return fault(
      '/code_length',
      'a length that a step of the workflow of this service can carry, such as 4',
      'длина, с которой справится хотя бы один шаг сценария этого сервиса, например 4',
    )
  const shown = steps.findIndex(({ mode }) => showsCode(mode))
  if (codeLength !== shownCodeLength && shown !== -1)
    return fault(
      `/steps/${shown}/mode`,
      'voice, http or inbound: a calling number shows four digits only',
      'voice, http или inbound: в номере звонящего помещаются только четыре цифры',
    )
  if (input.code === undefined) return undefined
  if (input.code.length !== codeLength)
    return fault(
      '/code',
      `as many digits as code_length, which is ${codeLength}`,
      `столько цифр, сколько в code_length: ${codeLength}`,
    )
  if (steps.some(({ mode, confirm }) => mode !== 'inbound' && confirm === undefined)) return undefined
  return fault(
    '/code',
    'no code: neither an inbound call nor one that asks for a key carries any',
    'без кода: ни при входящем звонке, ни при подтверждении клавишей его нет',
  )
}

const expectedPhone = (phoneSchema as unknown as { expected: { en: string; ru: string } }).expected
