import { problems } from '@ringkey/server/problems'
import { useLanguage } from '../../language/language.tsx'
import { codeTexts } from './texts.ts'

/** A code of either version in a few words; the code itself when it is not known. */
export function useCodeName(): (code: string) => string {
  const { language } = useLanguage()
  return (code) => codeTexts[language][code] ?? problemOf(code)?.title[language].toLowerCase() ?? code
}

/** What happened and what helps; only `/v2` has such a text for each code. */
export function useCodeDetail(): (code: string) => string | undefined {
  const { language } = useLanguage()
  return (code) => problemOf(code)?.detail[language]
}

function problemOf(code: string) {
  return Object.hasOwn(problems, code) ? problems[code as keyof typeof problems] : undefined
}
