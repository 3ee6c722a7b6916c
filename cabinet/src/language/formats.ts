import { formatsFor } from './formats-for.ts'
import { useLanguage } from './language.tsx'
import type { Language } from './texts.ts'

type Formats = ReturnType<typeof formatsFor>

/** One set for the whole page: a browser takes longer to make one than to draw the row of a table. */
const made: Partial<Record<Language, Formats>> = {}

/** Numbers, money and times in the language in use. */
export function useFormats(): Formats {
  const { language } = useLanguage()
  made[language] ??= formatsFor(language)
  return made[language]
}
