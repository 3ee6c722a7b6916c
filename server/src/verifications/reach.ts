import type { Verification } from '../books/verification.ts'
import { type Clock, dayMs, hourMs } from '../platform/clock.ts'
import { NewestMap } from '../platform/newest-map.ts'
import { networkName } from '../quality/network-name.ts'
import type { Store } from '../storage/store.ts'

/** So many flash calls in a row that seemed to arrive, within this time. */
const [unapprovedInRow, rememberedMs] = [2, 30 * dayMs]
/** A network is well when most flash calls of a week were confirmed, and there were enough of them. */
const [minSteps, wellShare, weekMs] = [50, 0.5, 7 * dayMs]
/** Verifications of one phone that are read. */
const readAtOnce = 20
const maxNetworks = 10_000

type Judged = Pick<Verification, 'status' | 'steps' | 'test'>

/** The outcome of the flash calls that seemed to arrive, newest first: whether each was what the person confirmed by. */
function flashOutcomes(verifications: readonly Judged[]): boolean[] {
  return verifications.flatMap(({ status, steps, test }) => {
    const reached = steps.filter((step) => step.status === 'delivered')
    if (test || status === 'pending' || !reached.some(({ mode }) => mode === 'flash')) return []
    return [status === 'approved' && reached.at(-1)!.mode === 'flash']
  })
}

/** The newest calls first. A single one that was left may be a person who changed their mind. */
export function isLeftUnconfirmed(verifications: readonly Judged[]): boolean {
  const outcomes = flashOutcomes(verifications).slice(0, unapprovedInRow)
  return outcomes.length === unapprovedInRow && !outcomes.includes(true)
}

export interface AskedPhone {
  readonly accountId: number
  readonly phoneHash: Uint8Array
  readonly country: string
  readonly operator: string
}

interface ReachDeps {
  readonly store: Pick<Store, 'verificationsOfPhone' | 'watchedTotals'>
  readonly clock: Clock
}

/** Phones that flash calls do not serve, derived from the verifications of their own account each time. */
export class Reach {
  readonly #deps: ReachDeps
  /** Networks that are well, in the hour that is asked about. */
  readonly #well = new NewestMap<string, boolean>(maxNetworks)

  constructor(deps: ReachDeps) {
    this.#deps = deps
  }

  async isPoor({ accountId, phoneHash, country, operator }: AskedPhone): Promise<boolean> {
    const { store, clock } = this.#deps
    const since = clock.now() - rememberedMs
    const own = await store.verificationsOfPhone({ accountId, phoneHash, since, limit: readAtOnce })
    return isLeftUnconfirmed(own) && (await this.#isWell(country, networkName(country, operator)))
  }

  async #isWell(country: string, operator: string): Promise<boolean> {
    const hour = Math.floor(this.#deps.clock.now() / hourMs)
    const key = `${hour} ${country} ${operator}`
    const known = this.#well.get(key)
    if (known !== undefined) return known
    const range = {
      from: hour * hourMs - weekMs,
      to: (hour + 1) * hourMs,
      test: false,
      serviceIds: null,
      by: [],
    }
    const only = { mode: 'flash', country, operator } as const
    const measures = ['checked', 'approved'] as const
    const [total] = await this.#deps.store.watchedTotals({ ...range, only, measures })
    const [checked = 0, approved = 0] = total?.amounts ?? []
    const isWell = checked >= minSteps && approved > checked * wellShare
    this.#well.set(key, isWell)
    return isWell
  }
}
