import type { HealthCounts } from '@ringkey/server/cabinet-api'

const shareOf = (hits: number, of: number) => (of <= 0 ? null : hits / of)

/** As people read them: how often phones ring, people decline, and codes are typed. */
export const goodShares = {
  rings: ({ rang, attempts }: HealthCounts) => shareOf(rang, attempts),
  declined: ({ declined, rang }: HealthCounts) => shareOf(declined, rang),
  confirmed: ({ approved, checked }: HealthCounts) => shareOf(approved, checked),
}

/** A block of ten thousand numbers: `+7495123xxxx`. */
export const blockText = (first: string) => `+${first.slice(0, -4)}xxxx`
