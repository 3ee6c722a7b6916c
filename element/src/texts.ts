import { de } from './texts/de.ts'
import { en } from './texts/en.ts'
import { es } from './texts/es.ts'
import { fr } from './texts/fr.ts'
import { it } from './texts/it.ts'
import { kk } from './texts/kk.ts'
import { pt } from './texts/pt.ts'
import { ru } from './texts/ru.ts'
import type { Texts } from './texts/texts.ts'
import { tr } from './texts/tr.ts'

export type { Texts } from './texts/texts.ts'

const languages: Readonly<Record<string, Texts>> = { en, ru, kk, de, fr, es, it, pt, tr }

/** By the first of these language tags that is known; English when none is. */
export function textsFor(...tags: readonly (string | null | undefined)[]): Texts {
  const known = tags.map((tag) => languages[(tag ?? '').slice(0, 2).toLowerCase()])
  return known.find((texts) => texts !== undefined) ?? en
}

export type Filling = Readonly<Record<string, string | number>>

export function fill(text: string, filling: Filling): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(filling[name] ?? whole))
}
