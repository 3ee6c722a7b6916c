import type { Language } from './errors.ts'

/** English unless the client prefers Russian (`Accept-Language`, RFC 9110 12.5.4). */
export function languageOf(acceptLanguage: string | undefined): Language {
  if (acceptLanguage === undefined || !acceptLanguage.includes('ru')) return 'en'
  let best: Language = 'en'
  let bestWeight = 0
  for (const range of acceptLanguage.split(',', 20)) {
    const [tag = '', ...parameters] = range.trim().toLowerCase().split(';')
    const quality = parameters.find((parameter) => parameter.trim().startsWith('q='))
    const weight = quality === undefined ? 1 : Number(quality.trim().slice(2)) || 0
    const primary = tag.split('-')[0]
    if ((primary === 'ru' || primary === 'en') && weight > bestWeight) {
      best = primary
      bestWeight = weight
    }
  }
  return best
}
