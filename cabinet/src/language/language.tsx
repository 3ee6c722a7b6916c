import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'

export type Language = 'en' | 'ru'
const storageKey = 'ringkey-language'

interface LanguageChoice {
  readonly language: Language
  readonly choose: (language: Language) => void
}

const LanguageContext = createContext<LanguageChoice>({ language: 'en', choose: () => {} })

function firstLanguage(): Language {
  const kept = localStorage.getItem(storageKey)
  if (kept === 'en' || kept === 'ru') return kept
  return navigator.languages.some((tag) => tag.toLowerCase().startsWith('ru')) ? 'ru' : 'en'
}

export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  const [language, setLanguage] = useState(firstLanguage)
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  const choice = useMemo(
    () => ({
      language,
      choose: (chosen: Language) => {
        localStorage.setItem(storageKey, chosen)
        setLanguage(chosen)
      },
    }),
    [language],
  )
  return <LanguageContext value={choice}>{children}</LanguageContext>
}

export function useLanguage(): LanguageChoice {
  return useContext(LanguageContext)
}

/**
 * The texts of a part, in the language in use. Each part keeps its own beside it (`texts.ts`): English says which
 * texts there are, Russian must have the same ones. A text that depends on something is a function.
 */
export interface Texts<T> {
  readonly en: T
  readonly ru: T
}
export function useTexts<T>(texts: Texts<T>): T {
  return texts[useLanguage().language]
}
