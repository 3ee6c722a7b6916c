const names = {
  en: new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }),
  ru: new Intl.DisplayNames('ru', { type: 'region', fallback: 'none' }),
}

/** "" when the code names no country. */
export function countryName(countryIso: string, language: 'en' | 'ru'): string {
  return /^[A-Z]{2}$/.test(countryIso) ? (names[language].of(countryIso) ?? '') : ''
}
