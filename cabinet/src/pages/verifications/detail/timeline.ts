import type { VerificationDetail } from '@ringkey/server/cabinet-api'

/** One thing that happened to a verification, or is still to come. */
export type TimelineEntry =
  | { readonly kind: 'asked'; readonly at: number }
  /** `number` counts the steps from 1. */
  | {
      readonly kind: 'step'
      readonly at: number | null
      readonly number: number
      readonly step: VerificationDetail['steps'][number]
    }
  | { readonly kind: 'check'; readonly at: number; readonly isRight: boolean; readonly left: number }
  | { readonly kind: 'end'; readonly at: number }
  /** It is pending: this is when it expires. */
  | { readonly kind: 'deadline'; readonly at: number }

/**
 * What happened, in the order of time: the request, each call, each typed code, the end. Steps that were never started
 * keep their place among the steps, before the end.
 */
export function timelineOf(detail: VerificationDetail): TimelineEntry[] {
  const { checks, steps, attempts, createdAt, endedAt, expiresAt } = detail
  const started = steps.flatMap((step, index): TimelineEntry[] =>
    step.startedAt === null ? [] : [{ kind: 'step', at: step.startedAt, number: index + 1, step }],
  )
  const waiting = steps.flatMap((step, index): TimelineEntry[] =>
    step.startedAt === null ? [{ kind: 'step', at: step.startsAt, number: index + 1, step }] : [],
  )
  let left = attempts
  const typed = checks.map(({ at, isRight }): TimelineEntry => {
    if (!isRight) left -= 1
    return { kind: 'check', at, isRight, left }
  })
  const happened = [...started, ...typed].sort((one, other) => one.at! - other.at!)
  const last: TimelineEntry =
    endedAt === null ? { kind: 'deadline', at: expiresAt } : { kind: 'end', at: endedAt }
  return [{ kind: 'asked', at: createdAt }, ...happened, ...waiting, last]
}
