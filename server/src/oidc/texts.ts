import written from '../../assets/sign-in/texts.json' with { type: 'json' }

const pageLanguages = ['ru', 'en', 'kk'] as const
export type PageLanguage = (typeof pageLanguages)[number]
export type PageText = keyof typeof written.en

/** What the sign-in page says. `{…}` is replaced. */
const texts: Readonly<Record<PageLanguage, Readonly<Record<PageText, string>>>> = written

export function say(language: PageLanguage, name: PageText, facts: Readonly<Record<string, string>> = {}) {
  return texts[language][name].replace(/\{(\w+)\}/g, (_, fact: string) => facts[fact] ?? '')
}

/** By `ui_locales`, then by what the browser prefers. */
export function pageLanguageOf(uiLocales: unknown, acceptLanguage: string | undefined): PageLanguage {
  const wanted = [...String(uiLocales ?? '').split(' ', 10), ...(acceptLanguage ?? '').split(',', 20)].map(
    (tag) => tag.trim().slice(0, 2).toLowerCase(),
  )
  return pageLanguages.find((language) => language === wanted.find((tag) => isKnown(tag))) ?? 'en'
}

const isKnown = (tag: string) => (pageLanguages as readonly string[]).includes(tag)
