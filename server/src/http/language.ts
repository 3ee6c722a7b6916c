import type { Language } from './errors.ts'

/** English unless the client prefers Russian (`Accept-Language`, RFC 9110 12.5.4). */
export function languageOf(acceptLanguage: string | undefined): Language {
  if (acceptLanguage === undefined || !/ru/i.test(acceptLanguage)) return 'en'
  let best: Language = 'en'
  let bestWeight = 0
  for (const [tag, weight] of weightsIn(acceptLanguage)) {
    const primary = tag.split('-')[0]
    if ((primary === 'ru' || primary === 'en') && weight > bestWeight) {
      best = primary
      bestWeight = weight
    }
  }
  return best
}

/** What a header accepts, with its weights: 1 where none is given (RFC 9110 12.4.2). */
export function weightsIn(header: string): [accepted: string, weight: number][] {
  return header.split(',', 20).map((range) => {
    const [accepted = '', ...parameters] = range.toLowerCase().split(';')
    const weight = parameters.find((parameter) => parameter.trim().startsWith('q='))
    return [accepted.trim(), weight === undefined ? 1 : Number(weight.trim().slice(2)) || 0]
  })
}
