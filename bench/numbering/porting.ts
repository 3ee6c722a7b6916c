import { PortedSet } from '../../server/src/numbering/porting/ported-set.ts'
import { applyChanges, PortingChanges } from '../../server/src/numbering/porting/porting-changes.ts'
import { dice } from './numbers.ts'

/** Every 25th number of the mobile plan, in no order, is forty million. */
const step = 25

export interface PortedFigures {
  readonly numbers: number
  readonly buildMs: number
  readonly megabytes: number
  readonly lookupsPerSecond: number
}

export function measurePortedSet(wanted: number): PortedFigures {
  const changes = new PortingChanges()
  const recipients = Array.from({ length: 60 }, (_, at) => ({ id: `m${at}`, mnc: at, inn: '', name: '' }))
  // 7,368,787 and 40,000,000 have no common divisor: each number comes once.
  for (let at = 0; at < wanted; at += 1)
    changes.add(((at * 7_368_787) % wanted) * step, at % recipients.length)
  const startMs = performance.now()
  const set = new PortedSet(applyChanges(undefined, changes, recipients))
  const buildMs = performance.now() - startMs
  const { bucketStarts, low, recipient } = set.tables
  const bytes = bucketStarts.buffer.byteLength + low.buffer.byteLength + recipient.buffer.byteLength
  return { numbers: set.size, buildMs, megabytes: bytes / 1e6, lookupsPerSecond: lookups(set, wanted * step) }
}

function lookups(set: PortedSet, below: number): number {
  const roll = dice(3)
  const asked = Array.from({ length: 500_000 }, (_, at) => {
    const number = roll(below)
    return '9' + String(at % 2 === 0 ? number - (number % step) : number).padStart(9, '0')
  })
  let best = 0
  for (let round = 0; round < 3; round += 1) {
    let found = 0
    const startMs = performance.now()
    for (const national of asked) if (set.find(national) !== undefined) found += 1
    if (found < asked.length / 2) throw new Error('ported numbers are missing')
    best = Math.max(best, asked.length / ((performance.now() - startMs) / 1000))
  }
  return best
}
