import { type AnyRefusal, refusals } from '../../books/refusals.ts'
import { Problem } from './problem.ts'

const rows = Object.values(refusals)
const problemsOf = (which: (row: (typeof rows)[number]) => boolean) => [
  ...new Set(rows.filter(which).map(({ codes }) => codes.v2)),
]

/** The refusals of a call, whose codes only methods that start one can answer. Every method may be overloaded. */
export const callRefusals = problemsOf(({ means, codes }) => means.step !== null && codes.v2 !== 'overloaded')
export const addressRefusals = problemsOf(({ means }) => means.step === null)

export function refusalProblem({
  why,
  retryAfterMs,
}: {
  readonly why: AnyRefusal
  readonly retryAfterMs: number
}): Problem {
  const { codes, means } = refusals[why]
  return new Problem(codes.v2, means.passes ? { retryAfterMs } : { isPermanent: true })
}
