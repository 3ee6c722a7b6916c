// Russia and Kazakhstan share +7; the first national digit decides.

/** Digits of every national number of +7. */
export const nationalLength = 10

/**
 * Kazakhstan holds 6 and 7 (6 is reserved, no number there is in use), Russia 3, 4, 8 and 9. 0, 1, 2 and 5 are not in
 * use (agreement on the joint use of numbering of zone 7: 2 and 5 are set aside for Russia).
 */
export function ownerOfSeven(national: string): 'RU' | 'KZ' | undefined {
  switch (national.charCodeAt(0)) {
    case 51: // 3
    case 52: // 4
    case 56: // 8
    case 57: // 9
      return 'RU'
    case 55: // 7
      return 'KZ'
    default:
      return undefined
  }
}

/** `9001234567` as Russians write it: `8 (900) 123-45-67`. */
export function formatRussian(national: string): string {
  const part = (from: number, to: number) => national.slice(from, to)
  return `8 (${part(0, 3)}) ${part(3, 6)}-${part(6, 8)}-${part(8, 10)}`
}
