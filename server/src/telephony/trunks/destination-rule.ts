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

/** The rules of a trunk; the narrowest destination decides: a network, a country, everywhere. */
export class DestinationRules {
  readonly #rules: ReadonlyMap<string, DestinationRule>

  constructor(written: Readonly<Record<string, string>>) {
    this.#rules = new Map(
      Object.entries(written).map(([destination, text]) => [destination.toLowerCase(), ruleOf(text)]),
    )
  }

  for({
    country,
    operator,
  }: {
    readonly country: string
    readonly operator: string
  }): DestinationRule | undefined {
    // Most trunks have no rules, and every call asks.
    if (this.#rules.size === 0) return undefined
    const lower = country.toLowerCase()
    return (
      this.#rules.get(`${lower}/${operator.toLowerCase()}`) ??
      this.#rules.get(lower) ??
      this.#rules.get(everywhere)
    )
  }
}

function ruleOf(text: string): DestinationRule {
  const rule = parseRule(text)
  if (rule === undefined) throw new Error(`"${text}" is not a rule for a destination`)
  return rule
}
