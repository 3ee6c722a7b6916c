import { readDetails } from '../../books/call-details.ts'
import { roubles } from '../../books/money.ts'
import { type Step, type Verification, verificationIdPattern } from '../../books/verification.ts'
import { pick } from '../../platform/pick.ts'
import { readCaller } from '../../storage/caller-identity.ts'
import { isVerification, type ListItem } from '../../storage/queries/list-page.ts'
import { webhookView } from '../answers/webhook.ts'
import { attemptsOf, callDetailOf, routingOf, type Seen } from '../calls/detail.ts'
import type { CabinetDeps } from '../deps.ts'
import { idOf } from '../ids.ts'
import { notFound } from '../problem.ts'
import type { Member } from '../route.ts'
import { verificationLineOf } from './line.ts'
import { Origins } from './origins.ts'

type Deps = Pick<CabinetDeps, 'store' | 'publicUrl'>

/** A verification, or a call of `/v1.0`, of the member's own account. One of another account is reported as not found. */
export async function ownItem(deps: Pick<CabinetDeps, 'store'>, user: Member, id: string | undefined) {
  const found = await anyItem(deps, id)
  if (found.accountId !== user.account.id) throw notFound()
  return found
}

/** Of whichever account: for operators alone. The id of a call that is a step leads to its verification. */
export async function anyItem({ store }: Pick<CabinetDeps, 'store'>, id: string | undefined) {
  const isVerificationId = id !== undefined && verificationIdPattern.test(id)
  const verificationId = isVerificationId ? id : await store.verificationOfStep(idOf(id))
  const found =
    verificationId === undefined ? await store.call(idOf(id)) : await store.verification(verificationId)
  if (found === undefined) throw notFound()
  return found
}

export async function detailOf(deps: Deps, seen: Seen, item: ListItem) {
  const detail = isVerification(item)
    ? await verificationDetailOf(deps, seen, item)
    : await callDetailOf(deps, seen, item)
  if (!seen.isOfCustomers) return detail
  const [origin = null] = await new Origins(deps.store).of([item])
  return { ...detail, origin }
}

type Consent = { readonly at?: string; readonly ip?: string; readonly text?: string }

/** One verification in detail: what was asked, each call, the codes that were typed, the end. */
export async function verificationDetailOf({ store, publicUrl }: Deps, seen: Seen, record: Verification) {
  const { isMoneyShown } = seen
  const vendorIds = record.steps.flatMap(({ vendorId }) => vendorId ?? [])
  const [service, steps, deliveries] = await Promise.all([
    store.service(record.serviceId),
    Promise.all(record.steps.map((step) => stepView(store, record, step, seen))),
    store.deliveriesAbout({ vendorIds, verificationId: record.id }),
  ])
  return {
    ...verificationLineOf(record, isMoneyShown),
    ...pick(record, 'portedTo', 'expiresAt', 'attemptsLeft', 'codeLength', 'language', 'ip'),
    serviceName: service?.name ?? '',
    checks: record.checks.map((check) => pick(check, 'at', 'isRight')),
    registryOperator: record.operator,
    /** How many wrong codes are allowed in all. */
    attempts: record.attemptsLeft + record.checks.filter(({ isRight }) => !isRight).length,
    steps,
    /** Events about it, and webhooks of its inbound calls. */
    deliveries: deliveries.map(webhookView),
    metadata: JSON.parse(record.metadata) as Record<string, string>,
    consent: record.consent === null ? null : (JSON.parse(record.consent) as Consent),
    /** null when the integrator set none, and where the role may not see money. */
    maxCost: isMoneyShown && record.maxCostUnits !== null ? roubles(record.maxCostUnits) : null,
    /** For the request that can be repeated. */
    baseUrl: publicUrl(),
  }
}

async function stepView(
  store: Deps['store'],
  { status, steps, nextStepAt }: Verification,
  step: Step,
  { isMoneyShown, isOperator }: Seen,
) {
  const { vendorId } = step
  const call = vendorId === null ? undefined : await store.call(vendorId)
  const details = call?.details ?? null
  const read = readDetails(details)
  const isNext = status === 'pending' && steps.find((each) => each.status === 'planned') === step
  return {
    ...pick(step, 'mode', 'seconds', 'status', 'reason', 'vendorId', 'startedAt', 'endedAt'),
    ...pick(step, 'caller', 'confirmationNumber', 'deadlineAt'),
    /** It comes first because flash calls do not serve this phone. */
    isForReach: step.reach === 'poor',
    /** When a planned step is going to start; null when that depends on the step before it. */
    startsAt: isNext ? nextStepAt : null,
    ringMs: read.ringMs,
    /** null for a step that was not started, and where the role may not see money. */
    cost: isMoneyShown && step.costUnits !== null ? roubles(step.costUnits) : null,
    /** The price is only held: the end of the call or of the verification decides. */
    isHeld: step.isKept || step.status === 'started',
    routing: isOperator ? routingOf(details, step.costUnits ?? 0) : null,
    attempts: attemptsOf(read, isOperator),
    suspect: read.suspect,
    /** Who called, for an inbound step. */
    identity: readCaller(call?.callerIdentity ?? null),
  }
}
