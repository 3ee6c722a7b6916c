import type { routes } from './routes/index.ts'

/**
 * What the web app knows of the server at compile time: types only, shared through the package's `./cabinet-api`. It reads
 * the declarations that the compiler writes of them, so that it is not compiled with the server and with the types of Node.
 */
type Each = (typeof routes)[number]

/** The routes by their paths. */
export type Reads = {
  readonly [Route in Each as Route['method'] extends 'GET' ? Route['path'] : never]: Route
}
export type Writes = {
  readonly [Route in Each as Route['method'] extends 'POST' ? Route['path'] : never]: Route
}

/** What a route answers, and a row of a list that it answers. */
export type Answer<Path extends keyof Reads> = Exclude<Reads[Path]['answered'], undefined>
export type Item<Path extends keyof Reads> =
  Answer<Path> extends readonly (infer Row)[] | { readonly items: readonly (infer Row)[] } ? Row : never
export type WriteAnswer<Path extends keyof Writes> = Exclude<Writes[Path]['answered'], undefined>

/** A call of `/v1.0` alone has a vendor id of its own. */
export type CallDetail = Extract<Answer<'/verifications/:id'>, { readonly vendorId: number }>
export type VerificationDetail = Exclude<Answer<'/verifications/:id'>, CallDetail>

export type { ChoiceReason } from '../books/call-details.ts'
export type { SkipReason } from '../books/verification.ts'
export type { BlockHealth } from '../operations/caller-health.ts'
export type { SeenIncoming } from '../operations/trunk-check.ts'
export type { HealthCounts } from '../quality/number-health.ts'
export type { Rate, Share } from '../quality/rates.ts'
export type { AdminScope } from '../storage/queries/admin-tokens.ts'
export type { AlarmRecord } from '../storage/queries/alarms.ts'
export type { DeliveryChannel } from '../storage/queries/deliveries.ts'
export type { LogGroup, LogResult } from '../storage/queries/operators-log.ts'
export type { Role } from '../storage/queries/people.ts'
export type { SignatureFault } from '../webhooks/signature-faults.ts'
export type { Permission } from './permissions.ts'
export type { InAddress, Streamed, TypedRoute } from './typed-route.ts'
export type { ProblemBody } from './views/answer.ts'
export type { Attention } from './views/attention.ts'
export type { LiveEvent } from './views/live-event.ts'
export type { LedgerLine } from './views/money.ts'
export type { AccountLine, CapView } from './views/operator/accounts.ts'
export type { AllWaysLine, LiveTrunkView, TestCallLine, TrunkView } from './views/operator/trunks.ts'
export type { PausedView } from './views/service.ts'
export type { VerificationLine } from './views/verification.ts'
