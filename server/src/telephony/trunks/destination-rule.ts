/** What the operator decided about a trunk for a destination. */
export type DestinationRule =
  /** Tried first, whatever it costs and however good it is. */
  | { readonly kind: 'pin' }
  | { readonly kind: 'exclude' }
  /** Its quality counts so many times as much. */
  | { readonly kind: 'weigh'; readonly factor: number }

export function parseRule(text: string): DestinationRule | undefined {
  if (text === 'pin' || text === 'exclude') return { kind: text }
  const percent = Number(/^(\d{1,4})\s?%$/.exec(text)?.[1])
  return percent >= 1 && percent <= 1000 ? { kind: 'weigh', factor: percent / 100 } : undefined
}

const everywhere = '*'

/** The rules of a trunk, which its settings have checked; the narrowest destination decides: a network, a country, everywhere. */
export function destinationRules(written: Readonly<Record<string, string>>) {
  const rules = new Map(
    Object.entries(written).map(([destination, text]) => [destination.toLowerCase(), parseRule(text)!]),
  )
  return (to: { readonly country: string; readonly operator: string }): DestinationRule | undefined => {
    // Most trunks have no rules, and every call asks.
    if (rules.size === 0) return undefined
    const country = to.country.toLowerCase()
    return rules.get(`${country}/${to.operator.toLowerCase()}`) ?? rules.get(country) ?? rules.get(everywhere)
  }
}
