import { type Static, Type } from 'typebox'
import type { Subscriber } from '../../accounts/directory.ts'
import { stepSeconds } from '../../accounts/service-settings.ts'
import { saidOf, type Verification } from '../../books/verification.ts'
import { shownCodeLength } from '../../verifications/codes.ts'
import { showsCode, verificationDefaults, type WrittenStep } from '../../verifications/workflow.ts'
import { noteAction } from '../action-log.ts'
import { seenBy } from '../calls/detail.ts'
import type { CabinetDeps } from '../deps.ts'
import { wrongField } from '../problem.ts'
import { post } from '../route.ts'
import { calledPhone, callingService, refusal, stopping } from '../trial-rules.ts'
import { verificationDetailOf } from '../verifications/detail.ts'

const body = Type.Object({
  serviceId: Type.Integer({ minimum: 1 }),
  phone: Type.String({ minLength: 1, maxLength: 40 }),
  /** Without them the workflow of the service decides. */
  steps: Type.Optional(
    Type.Array(Type.Enum(['flash', 'voice', 'mix', 'inbound']), { minItems: 1, maxItems: 4 }),
  ),
  code: Type.Optional(Type.String({ pattern: '^[0-9]{4,10}$' })),
})

/** The same admission as `POST /v2/verifications`, for the session and its role instead of a key. The form goes on with the token. */
export const startVerification = post('/verifications', 'change-services', body, async (context) => {
  const { deps, user, body, visitor } = context
  const created = await deps.work.run(() =>
    deps.trialLimit.countDone([`account ${user.account.id}`], async () =>
      create(deps, await callingService(deps, user, body.serviceId), body),
    ),
  )
  if (created === undefined) throw stopping()
  const facts = { verification: created.id, service: body.serviceId }
  await noteAction(deps, user.account.id, visitor, 'verification-placed', facts)
  const detail = await verificationDetailOf(deps, seenBy(user), created)
  return { ...detail, clientToken: deps.clientTokens.of(created.id) }
})

async function create(
  deps: CabinetDeps,
  subscriber: Subscriber,
  { phone: written, steps: wanted, code }: Static<typeof body>,
): Promise<Verification> {
  const { codeLength: defaultLength, ...defaults } = verificationDefaults
  const phone = calledPhone(deps, written)
  const operator = deps.numbering.describe(phone).provider
  const codeLength = code?.length ?? defaultLength
  const chosen = wanted?.map((mode) => ({ mode, seconds: stepSeconds.default }))
  const { steps, isHardToReach } =
    chosen === undefined
      ? await deps.verifications.workflowFor(subscriber, phone, operator, codeLength)
      : { steps: chosen, isHardToReach: false }
  if (code !== undefined && !fits(steps, codeLength)) {
    throw wrongField('code', 'four digits: longer codes are only spoken, and inbound carries none')
  }
  const created = await deps.verifications.create(subscriber, {
    ...defaults,
    phone,
    operator,
    steps,
    isHardToReach,
    code,
    codeLength,
    language: null,
    hasClientToken: true,
    returnsPending: false,
    isOfPage: false,
    ...saidOf({}),
    metadata: '{}',
    ip: '',
    consent: null,
    maxCostUnits: null,
    key: null,
  })
  if (created.kind === 'created') return created.verification
  if (created.kind === 'refused') throw refusal(created)
  throw new Error(`without an address and an idempotency key: ${created.kind}`)
}

/** A calling number shows four digits, and an inbound call has no code. */
function fits(steps: readonly WrittenStep[], codeLength: number): boolean {
  const isShort = codeLength === shownCodeLength || !steps.some(({ mode }) => showsCode(mode))
  return isShort && steps.some(({ mode }) => mode !== 'inbound')
}
