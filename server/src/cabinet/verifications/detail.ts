import { readTimes } from '../../books/call-details.ts'
import { roubles } from '../../books/money.ts'
import { type Step, type Verification, verificationIdPattern } from '../../books/verification.ts'
import { routingOf } from '../calls/detail.ts'
import { maySeeMoney } from '../calls/line.ts'
import type { CabinetDeps } from '../deps.ts'
import { notFound } from '../problem.ts'
import type { Member } from '../route.ts'
import type { StepView, VerificationDetail } from '../views/verification.ts'
import { verificationLineOf } from './line.ts'

type Deps = Pick<CabinetDeps, 'store' | 'publicUrl'>

/** A verification of the member's own account. One of another account is reported as not found. */
export async function ownVerification(
  deps: Pick<CabinetDeps, 'store'>,
  who: Member,
  id: string | undefined,
): Promise<Verification> {
  const found = await anyVerification(deps, id)
  if (found.accountId !== who.account.id) throw notFound()
  return found
}

/** Of whichever account: for operators alone. */
export async function anyVerification(
  { store }: Pick<CabinetDeps, 'store'>,
  id: string | undefined,
): Promise<Verification> {
  if (id === undefined || !verificationIdPattern.test(id)) throw notFound()
  const found = await store.verification(id)
  if (found === undefined) throw notFound()
  return found
}

/** The story of one verification: what was asked, each call, the codes that were typed, the end. */
export async function verificationDetailOf(
  { store, publicUrl }: Deps,
  who: Pick<Member, 'role'> & { readonly isOperator?: boolean },
  record: Verification,
): Promise<VerificationDetail> {
  const isMoneyShown = maySeeMoney(who)
  const seen = { isMoneyShown, isOperator: who.isOperator === true }
  const [service, steps] = await Promise.all([
    store.service(record.serviceId),
    Promise.all(record.steps.map((step) => stepView(store, record, step, seen))),
  ])
  return {
    ...verificationLineOf(record, isMoneyShown),
    serviceName: service?.name ?? '',
    operator: record.operator,
    portedTo: record.portedTo,
    expiresAt: record.expiresAt,
    attempts: record.attemptsLeft + record.checks.filter(({ isRight }) => !isRight).length,
    attemptsLeft: record.attemptsLeft,
    checks: record.checks,
    steps,
    codeLength: record.codeLength,
    language: record.language,
    metadata: JSON.parse(record.metadata) as Record<string, string>,
    ip: record.ip,
    consent: record.consent === null ? null : (JSON.parse(record.consent) as object),
    maxCost: isMoneyShown && record.maxCostUnits !== null ? roubles(record.maxCostUnits) : null,
    baseUrl: publicUrl(),
  }
}

async function stepView(
  store: Deps['store'],
  { status, steps, nextStepAt }: Verification,
  step: Step,
  { isMoneyShown, isOperator }: { readonly isMoneyShown: boolean; readonly isOperator: boolean },
): Promise<StepView> {
  const { vendorId } = step
  const call = vendorId === null ? undefined : await store.call(vendorId)
  const details = step.details ?? call?.details ?? null
  const isNext = status === 'pending' && steps.find((each) => each.status === 'planned') === step
  return {
    mode: step.mode,
    seconds: step.seconds,
    status: step.status,
    reason: step.reason,
    vendorId,
    startedAt: step.startedAt,
    startsAt: isNext ? nextStepAt : null,
    endedAt: step.endedAt,
    ringMs: readTimes(details).ringMs,
    caller: step.caller,
    confirmationNumber: step.confirmationNumber,
    deadlineAt: step.deadlineAt,
    cost: isMoneyShown && step.costUnits !== null ? roubles(step.costUnits) : null,
    isHeld: step.isKept || step.status === 'started',
    routing: isOperator ? routingOf(details, step.costUnits ?? 0) : null,
  }
}
