export type Language = 'en' | 'ru'

/**
 * The texts of a part, in each language. A part keeps its own beside it (`texts.ts`), or at its top when they are few.
 */
export interface Texts<T> {
  readonly en: T
  readonly ru: T
}

/** A text in English and in Russian. */
export type Both<Text = string> = readonly [en: Text, ru: Text]
export interface Pairs {
  readonly [name: string]: Both<unknown> | ((...facts: never[]) => Both<unknown>) | Pairs
}

/** What a table is in one language. */
export type InOne<P> = P extends readonly [infer Text, unknown]
  ? Text
  : P extends (...facts: infer Facts) => readonly [infer Text, unknown]
    ? (...facts: Facts) => Text
    : { readonly [Name in keyof P]: InOne<P[Name]> }

/** A table that has each text once, its two languages side by side. A text that depends on something is a function. */
// @__NO_SIDE_EFFECTS__
export function defineMessages<P extends Pairs>(pairs: P): Texts<InOne<P>> {
  return { en: ofLanguage(pairs, 0) as InOne<P>, ru: ofLanguage(pairs, 1) as InOne<P> }
}

function ofLanguage(pairs: Pairs, place: 0 | 1): unknown {
  const entries = Object.entries(pairs).map(([name, value]) => {
    if (isPair(value)) return [name, value[place]]
    if (typeof value === 'function') return [name, (...facts: never[]) => value(...facts)[place]]
    return [name, ofLanguage(value, place)]
  })
  return Object.fromEntries(entries)
}

const isPair = (value: Pairs[string]): value is Both<unknown> => Array.isArray(value)
