import type { Reference } from '@ringkey/server/reference'
import { createContext, useContext } from 'react'

/** What the reader has chosen: it stands in every example. */
export interface Reader {
  readonly reference: Reference
  readonly url: string
  readonly secretKey: string
  readonly serviceId: string
  /** The language of the examples. */
  readonly language: string
  readonly chooseLanguage: (language: string) => void
}

export const ReaderContext = createContext<Reader | null>(null)

export function useReader(): Reader {
  return useContext(ReaderContext)!
}

/** Puts the reader's address, key and service into a text of the documents. */
export function useFilled(): (text: string) => string {
  const { reference, url, secretKey, serviceId } = useReader()
  const { access } = reference
  return (text) =>
    text
      .replaceAll(access.url, url)
      .replaceAll(access.secretKey, secretKey)
      .replaceAll(access.serviceId, serviceId)
}
