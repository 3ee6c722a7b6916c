/** Money is counted in whole units of 1/10000 rouble, so that nothing is ever rounded. */
export const unitsPerRouble = 10_000

/** For answers: roubles with up to four decimals. */
export function roubles(units: number): number {
  return units / unitsPerRouble
}

/** Reads what a person types: `100`, `0.8`, `12,50`. Undefined when it is not an amount of money. */
export function unitsOf(text: string): number | undefined {
  const match = /^(\d{1,10})(?:[.,](\d{1,4}))?$/.exec(text.trim())
  if (match === null) return undefined
  return Number(match[1]) * unitsPerRouble + Number((match[2] ?? '').padEnd(4, '0'))
}
