import type { Random } from '../random.ts'
import type { SrvRecord } from './resolver.ts'

/**
 * RFC 2782: lower priority first. Within one priority a server is drawn by weight, repeatedly among the rest, so that
 * each server gets its share and all of them are in the list.
 */
export function orderSrv(records: readonly SrvRecord[], random: Random): SrvRecord[] {
  const ordered: SrvRecord[] = []
  const priorities = [...new Set(records.map(({ priority }) => priority))].sort((a, b) => a - b)
  for (const priority of priorities) {
    // Records of weight 0 come first, so that they keep a small chance.
    const left = records.filter((record) => record.priority === priority).sort((a, b) => a.weight - b.weight)
    while (left.length > 0) ordered.push(...left.splice(draw(left, random), 1))
  }
  return ordered
}

function draw(records: readonly SrvRecord[], random: Random): number {
  const total = records.reduce((sum, { weight }) => sum + weight, 0)
  // From 0 to the sum inclusive, as the RFC says.
  const drawn = random.below(total + 1)
  let running = 0
  for (const [index, { weight }] of records.entries()) {
    running += weight
    if (running >= drawn) return index
  }
  return records.length - 1
}
