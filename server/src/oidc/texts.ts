import { type KnownLanguage, languages, matchTags } from '../platform/languages.ts'
import { de } from './texts/de.ts'
import { en, type PageTexts } from './texts/en.ts'
import { es } from './texts/es.ts'
import { fr } from './texts/fr.ts'
import { it } from './texts/it.ts'
import { kk } from './texts/kk.ts'
import { pt } from './texts/pt.ts'
import { ru } from './texts/ru.ts'
import { tr } from './texts/tr.ts'

export type PageLanguage = KnownLanguage
export type PageText = keyof PageTexts

const texts: Readonly<Record<PageLanguage, PageTexts>> = { ru, en, kk, de, fr, es, it, pt, tr }

export function say(language: PageLanguage, name: PageText, facts: Readonly<Record<string, string>> = {}) {
  return texts[language][name].replace(/\{(\w+)\}/g, (_, fact: string) => facts[fact] ?? '')
}

/** By `ui_locales`, then by what the browser prefers. */
export function pageLanguageOf(uiLocales: unknown, acceptLanguage: string | undefined): PageLanguage {
  const wanted = [...String(uiLocales ?? '').split(' ', 10), ...(acceptLanguage ?? '').split(',', 20)]
  return (
    matchTags(
      wanted.map((tag) => tag.split(';', 1)[0]!.trim()),
      languages,
    ) ?? 'en'
  )
}
