/** The languages of the built-in voices, and of what people read: the form, the sign-in page, the message of a gateway. */
export const languages = ['ru', 'en', 'kk', 'de', 'fr', 'es', 'it', 'pt', 'tr'] as const
export type KnownLanguage = (typeof languages)[number]

/** A BCP 47 tag, such as `de`, `pt-BR` or `zh-Hant-TW`. */
export const languageTagPattern = '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,4}$'

/** The language that most people of a country speak; "" when nothing is known of it. */
const ofCountries = new Map<string, string>()

/** Remembered: it is asked for with every call. */
function likelyLanguageOf(countryIso: string): string {
  const known = ofCountries.get(countryIso)
  if (known !== undefined) return known
  const isCountry = /^[A-Z]{2}$/.test(countryIso)
  const likely = isCountry ? new Intl.Locale(`und-${countryIso}`).maximize().language : ''
  // Unicode's data have Russian for Kazakhstan; a service that calls there answers in Kazakh unless told otherwise.
  const language = countryIso === 'KZ' ? 'kk' : likely
  ofCountries.set(countryIso, language)
  return language
}

/**
 * Which of `available` is meant by the first tag that one of them speaks: exactly it, or its language. A locale such as
 * `ru_RU` is read as a tag.
 */
export function matchTags<T extends string>(
  tags: readonly (string | null | undefined)[],
  available: readonly T[],
): T | undefined {
  for (const tag of tags) {
    if (tag == null) continue
    const wanted = tag.toLowerCase().replaceAll('_', '-')
    const [primary] = wanted.split('-', 1)
    const found =
      available.find((one) => one.toLowerCase() === wanted) ?? available.find((one) => one === primary)
    if (found !== undefined) return found
  }
  return undefined
}

/** By the tags, then by the country of the number, then English. */
export function languageFor<T extends string>(
  tags: readonly (string | null | undefined)[],
  countryIso: string,
  available: readonly T[],
): T | 'en' {
  return matchTags([...tags, likelyLanguageOf(countryIso)], available) ?? 'en'
}
