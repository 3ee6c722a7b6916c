import type { CallRecord } from '../../books/call.ts'
import {
  type CallDetails,
  type LadderLine,
  readDetails,
  readRouting,
  type StageOfAttempt,
} from '../../books/call-details.ts'
import { roubles } from '../../books/money.ts'
import { pick } from '../../platform/pick.ts'
import { readCaller } from '../../storage/caller-identity.ts'
import { webhookView } from '../answers/webhook.ts'
import type { CabinetDeps } from '../deps.ts'
import type { Member } from '../route.ts'
import { lineOf, type Shown, shownTo } from './line.ts'

/** What the reader may see. */
export interface Seen extends Shown {
  /** Operators of the installation see the names of trunks. */
  readonly isOperator: boolean
}

/** Steps in the life of a call. */
type StepOfCall =
  | 'admitted'
  | 'invite'
  /** Sound or an answer from the network, before or without ringing. */
  | 'progress'
  | 'ringing'
  | 'answered'
  | 'hung-up'
  | 'refused'
  | 'called'
  | 'settled'
  | 'deadline'

type TimelineStep = { readonly step: StepOfCall; readonly at: number }

export const seenBy = (user: Member): Seen => ({ ...shownTo(user), isOperator: user.person.operator })

/** Everything about one call of `/v1.0`. A call of `/v2` is told by its verification. */
export async function callDetailOf(
  { store, publicUrl }: Pick<CabinetDeps, 'store' | 'publicUrl'>,
  { isOperator, ...shown }: Seen,
  record: CallRecord,
) {
  const { vendorId } = record
  const [service, repeats, deliveries] = await Promise.all([
    store.service(record.serviceId),
    store.repeatsOf(record.firstVendorId ?? vendorId),
    store.deliveriesAbout({ vendorIds: [vendorId], verificationId: null }),
  ])
  const details = readDetails(record.details)
  return {
    ...lineOf(record, shown),
    ...pick(record, 'vendorId', 'mode', 'unique', 'portedTo', 'deadlineAt'),
    ...pick(record, 'firstVendorId', 'confirmationNumber', 'callbackUrl'),
    status: record.state,
    serviceName: service?.name ?? '',
    registryOperator: record.operator,
    ringMs: details.ringMs,
    /** Completed, but perhaps by a voicemail or a false answer. */
    suspect: details.suspect,
    /** Of the call that confirmed, or of the last one that did not; null when none came. */
    caller: readCaller(record.callerIdentity),
    timeline: timelineOf(record, details),
    attempts: attemptsOf(details, isOperator),
    /** null for everybody but operators, and without an attempt. */
    routing: isOperator ? routingOf(record.details, record.costUnits) : null,
    repeats: repeats.filter((id) => id !== vendorId),
    /** The webhook of an inbound call, and events about the call. */
    deliveries: deliveries.map(webhookView),
    /** For the request that can be repeated. */
    baseUrl: publicUrl(),
  }
}

export const attemptsOf = ({ attempts }: CallDetails, isOperator: boolean) =>
  attempts.map((attempt) => ({
    ...pick(attempt, 'reason', 'placedMs', 'block', 'ladder'),
    /** null for everybody but operators. */
    trunk: isOperator ? attempt.trunk : null,
  }))

/** What only operators may see: the choice of the trunk, what carriers charge us, and what is left of the price. */
export function routingOf(details: string | null, paidUnits: number) {
  const { choice, costUnits } = readRouting(details)
  // No attempt was made.
  if (costUnits.length === 0) return null
  const carrierUnits = costUnits.reduce((sum, units) => sum + units, 0)
  return {
    carrierCost: roubles(carrierUnits),
    margin: roubles(paidUnits - carrierUnits),
    /** null when there was one trunk alone; else in the order of their places, costs in roubles. */
    choice: choice && {
      why: choice.why,
      trunks: choice.trunks.map(({ costUnits: units, ...trunk }) => ({ ...trunk, cost: roubles(units) })),
    },
  }
}

/** From the admission to the end, in the order of time. What a record does not tell is left out. */
export function timelineOf(record: CallRecord, details: CallDetails): TimelineStep[] {
  const { startedAt, settledAt, deadlineAt, state, reason, mode } = record
  const steps: TimelineStep[] = [{ step: 'admitted', at: startedAt }, ...callSteps(startedAt, details)]
  if (mode === 'inbound' && reason === 'called' && settledAt !== null) {
    steps.push({ step: 'called', at: settledAt })
  }
  // A call that a call has ended is settled a moment later; nothing on the wire is younger than that.
  const ending: TimelineStep =
    state === 'checking' || settledAt === null
      ? { step: 'deadline', at: deadlineAt }
      : { step: 'settled', at: settledAt }
  const before = steps
    .map(({ step, at }) => ({ step, at: Math.min(at, ending.at) }))
    .sort((one, other) => one.at - other.at)
  return [...before, ending]
}

/** Calls over further trunks come one after another; of each the INVITE is shown, of the last also what came of it. */
function callSteps(startedAt: number, { attempts }: CallDetails): TimelineStep[] {
  return attempts.flatMap(({ placedMs, stage, ladder }, index) => {
    const placedAt = startedAt + (placedMs ?? 0)
    const invite: TimelineStep = { step: 'invite', at: placedAt }
    if (index < attempts.length - 1) return [invite]
    return [
      invite,
      ...firsts(ladder, meaningOf183(stage, ladder)).map(({ step, atMs }) => ({ step, at: placedAt + atMs })),
    ]
  })
}

/** A 183 is ringing only where the call rang and no 180 said so: its trunk never sends one. */
function meaningOf183(stage: StageOfAttempt | null, ladder: readonly LadderLine[]): 'ringing' | 'progress' {
  const has180 = ladder.some(({ text, from }) => from === 'them' && Number.parseInt(text, 10) === 180)
  return stage === 'ringing' && !has180 ? 'ringing' : 'progress'
}

/** The first line of each kind. */
function firsts(
  ladder: readonly LadderLine[],
  of183: TimelineStep['step'],
): { step: TimelineStep['step']; atMs: number }[] {
  const seen = new Map<TimelineStep['step'], number>()
  for (const { text, from, atMs } of ladder) {
    const step = stepOf(text, from, of183)
    if (step !== undefined && !seen.has(step)) seen.set(step, atMs)
  }
  return [...seen].map(([step, atMs]) => ({ step, atMs }))
}

function stepOf(
  text: string,
  from: LadderLine['from'],
  of183: TimelineStep['step'],
): TimelineStep['step'] | undefined {
  if (from === 'fault') return 'refused'
  if (from === 'us') return text === 'CANCEL' || text === 'BYE' ? 'hung-up' : undefined
  if (text === 'BYE') return 'hung-up'
  const status = Number.parseInt(text, 10)
  if (status === 180) return 'ringing'
  if (status === 183) return of183
  if (status === 200) return 'answered'
  // 487 is the final response after our CANCEL (RFC 3261 9.1).
  return status >= 300 && status !== 487 ? 'refused' : undefined
}
