import { hourMs } from '../platform/clock.ts'
import { isRewritten, isUnconfirmed, minSharingPhones } from '../quality/flash-networks.ts'
import type { Watcher, WatcherDeps } from './on-one-node.ts'

const dayHours = 24
const measures = ['checked', 'approved'] as const
const by = ['country', 'operator'] as const

/**
 * Networks that deliver nothing although calls ring: those that put another calling number in place of ours, and those
 * where hardly anybody has ever typed a code. Neither needs a past to compare with.
 */
export function watchFlash({
  store,
  clock,
  alarms,
}: WatcherDeps<'factTotals' | 'commonWrongCodes'>): Watcher {
  const look = async () => {
    const hour = Math.floor(clock.now() / hourMs)
    const common = await store.commonWrongCodes({ fromHour: hour - dayHours, minPhones: minSharingPhones })
    const rewritten = common.filter(isRewritten)
    alarms.raiseOnly(
      'rewritten-numbers',
      rewritten.map(({ country, operator, trunk, phones, hits, of }) => [
        `${trunk} / ${operator || country || '-'}`,
        { country, operator, trunk, phones, percent: Math.round((hits / of) * 100) },
      ]),
    )
    const range = { from: (hour - dayHours) * hourMs, to: (hour + 1) * hourMs, test: false, serviceIds: null }
    const totals = await store.factTotals({ ...range, only: { mode: 'flash' }, by, measures })
    const poor = totals.flatMap(({ keys, amounts }) => {
      const [country, operator] = keys as [string, string]
      const [of, hits] = amounts as [number, number]
      // The other alarm says why.
      const isExplained = rewritten.some((each) => each.country === country && each.operator === operator)
      return operator !== '' && !isExplained && isUnconfirmed({ hits, of })
        ? [{ country, operator, hits, of }]
        : []
    })
    alarms.raiseOnly(
      'flash-unconfirmed',
      poor.map(({ country, operator, hits, of }) => [
        `${country} / ${operator}`,
        { country, operator, calls: of, approved: hits, at: range.from },
      ]),
    )
  }
  return { kinds: ['rewritten-numbers', 'flash-unconfirmed'], look }
}
