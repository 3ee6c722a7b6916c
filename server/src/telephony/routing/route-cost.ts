import type { CallMode } from '../calls/verdict.ts'
import { costOf, type TrunkPrice } from '../trunks/trunk-price.ts'
import type { DestinationCounts } from './route-memory.ts'

/** How calls of a mode go before any were made: the share that is answered, and for how long people listen. */
const usual: Readonly<Record<CallMode, { readonly answered: number; readonly talkMs: number }>> = {
  flash: { answered: 0.05, talkMs: 1_000 },
  mix: { answered: 0.3, talkMs: 15_000 },
  voice: { answered: 0.6, talkMs: 20_000 },
}
/** As if the usual shares had been seen in so many calls. */
const assumedCalls = 10
const usualDelivery = 0.8

/** What one more attempt is expected to cost, by how many calls to the country rang and were answered lately. Not a whole unit. */
export function expectedUnits(
  price: TrunkPrice | undefined,
  mode: CallMode,
  { country: counts }: DestinationCounts,
): number {
  if (price === undefined) return 0
  const { answered, talkMs } = usual[mode]
  const trials = counts.trials + assumedCalls
  const rings = Math.min(1, (counts.delivered + assumedCalls * usualDelivery) / trials)
  const answers = Math.min(1, (counts.answered + assumedCalls * answered) / trials)
  const sent = { sent: true, rang: false, answered: false, talkMs }
  const base = costOf(price, sent)
  return (
    base +
    rings * (costOf(price, { ...sent, rang: true }) - base) +
    answers * (costOf(price, { ...sent, answered: true }) - base)
  )
}
