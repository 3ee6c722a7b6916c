import type { HealthCounts } from '@ringkey/server/cabinet-api'

const shareOf = (hits: number, of: number) => (of <= 0 ? null : hits / of)

/** As people read them: how often networks block, phones ring, people decline, and codes are typed. */
export const goodShares = {
  blocked: ({ why_blocked, attempts }: HealthCounts) => shareOf(why_blocked, attempts),
  rings: ({ rang, attempts }: HealthCounts) => shareOf(rang, attempts),
  declined: ({ declined, rang }: HealthCounts) => shareOf(declined, rang),
  confirmed: ({ approved, checked }: HealthCounts) => shareOf(approved, checked),
}

/** A block of ten thousand numbers: `+7495123xxxx`. */
export const blockText = (first: string) => `+${first.slice(0, -4)}xxxx`
