// Region and city from the registry's territory text. Its parts are separated by `|`, the narrowest first.

export interface Place {
  readonly region: string
  /** "" when the text names no city: the name of a district is not that of its main town. */
  readonly city: string
}

/** `г. Сочи|Краснодарский край` -> region Краснодарский край, city Сочи. */
export function placeOf(territory: string): Place {
  const parts = territory.split('|').map((part) => part.trim())
  return { region: parts.at(-1)!, city: cityNamed(parts[0]!) || parts.map(cityDistrict).find(Boolean) || '' }
}

/** `г. Москва (Троицкий)` and `г. Сургут и Сургутский р-н` name one city and something more. */
function cityNamed(part: string): string {
  const name = /^(?:г\.(?!\s?[оп]\.)|город)\s*([^(*;,]+?)(?:\s+и\s.*)?\s*(?:[(*;,].*)?$/i.exec(part)?.[1]
  return tidyName(name ?? '') || cityDistrict(part)
}

function cityDistrict(part: string): string {
  return tidyName(/^г\.\s?о\.\s*(?:город|г\.)\s*([^(*;,]+)/i.exec(part)?.[1] ?? '')
}

/** Some rows write `Санкт - Петербург`. */
function tidyName(name: string): string {
  return name.trim().replace(/\s*-\s*/g, '-')
}
