import { hourMs } from '../platform/clock.ts'
import type { Step } from './verification.ts'

/** Calls of one client of the sign-in page that may stay without an approval within an hour: everybody can open the page. */
export const maxUnapprovedCalls = 60

/** For how long the page calls nobody for its client; 0 when it may call. `startedAt`: its calls without an approval. */
export function pageClosedMs(startedAt: readonly number[], now: number): number {
  const recent = startedAt.filter((at) => now - at < hourMs).sort((a, b) => a - b)
  return recent.length < maxUnapprovedCalls ? 0 : recent.at(-maxUnapprovedCalls)! + hourMs - now
}

/** The starts of the calls among these steps. */
export const callStarts = (steps: readonly Step[]): number[] =>
  steps.flatMap(({ mode, startedAt }) => (mode === 'inbound' || startedAt === null ? [] : [startedAt]))
