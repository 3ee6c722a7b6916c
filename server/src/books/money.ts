/** Money is counted in whole units of 1/10000 rouble, so that nothing is ever rounded. */
export const unitsPerRouble = 10_000

/** Roubles as a number. */
export function roubles(units: number): number {
  return units / unitsPerRouble
}

/** Two decimals, as people write money; more only if they are needed: `100.00`, `0.8375`. */
export function roublesText(units: number): string {
  const cents = unitsPerRouble / 100
  return units % cents === 0 ? roubles(units).toFixed(2) : roubles(units).toFixed(4).replace(/0$/, '')
}

/**
 * Reads what a person types: `100`, `0.8`, `12,50`. Undefined when it is not an amount of money, or one that may be meant
 * in two ways: `1,000` is a thousand to some and one rouble to others.
 */
export function unitsOf(text: string): number | undefined {
  const match = /^(?![1-9]\d{0,2},\d{3}$)(\d{1,10})(?:[.,](\d{1,4}))?$/.exec(text.trim())
  if (match === null) return undefined
  return Number(match[1]) * unitsPerRouble + Number((match[2] ?? '').padEnd(4, '0'))
}
