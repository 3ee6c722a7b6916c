import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import type { Language, Texts } from './texts.ts'

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

/** The texts of a part, in the language in use. */
export function useTexts<T>(texts: Texts<T>): T {
  return texts[useLanguage().language]
}
