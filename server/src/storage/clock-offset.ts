import { type Clock, secondMs } from '../platform/clock.ts'

/** Nodes whose clocks differ by more show each other's calls and events in a wrong order. */
export const toleratedOffsetMs = 2 * secondMs

export interface ClockOffset {
  /** Below 0 behind the database. */
  readonly offsetMs: number
  /** It may be so much more or less: at which moment of the question the database looked at its clock is not known. */
  readonly uncertainMs: number
}

/** How far our clock is from the one of a shared store. The database's decides about deadlines and limits, ours about logs, sessions and signatures. */
export async function clockOffset(clock: Clock, ask: (now: number) => Promise<number>): Promise<ClockOffset> {
  const begunMs = clock.monotonicMs()
  const begunAt = clock.now()
  const databaseAt = await ask(begunAt)
  const halfMs = (clock.monotonicMs() - begunMs) / 2
  return { offsetMs: Math.round(begunAt + halfMs - databaseAt), uncertainMs: Math.ceil(halfMs) }
}

/** By how much the clocks differ for certain. */
export const certainMs = ({ offsetMs, uncertainMs }: ClockOffset) => Math.abs(offsetMs) - uncertainMs
