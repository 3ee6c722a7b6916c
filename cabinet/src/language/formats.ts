import { useMemo } from 'react'
import { formatsFor } from './formats-for.ts'
import { useLanguage } from './language.tsx'

/** Numbers, money and times in the language in use. */
export function useFormats() {
  const { language } = useLanguage()
  return useMemo(() => formatsFor(language), [language])
}
