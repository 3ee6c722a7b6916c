import { useCallback } from 'react'
import { useLocation, useSearch } from 'wouter'

type Changes = Readonly<Record<string, string | number | null>>

/** The query of the page's address, so that a link shows what its sender saw. */
export function useAddressQuery(): [URLSearchParams, (changes: Changes) => void] {
  const search = useSearch()
  const [location, navigate] = useLocation()
  const change = useCallback(
    (changes: Changes) => {
      const query = new URLSearchParams(search)
      for (const [name, value] of Object.entries(changes)) {
        if (value === null || value === '') query.delete(name)
        else query.set(name, String(value))
      }
      const text = query.toString()
      navigate(text === '' ? location : `${location}?${text}`, { replace: true })
    },
    [search, location, navigate],
  )
  return [new URLSearchParams(search), change]
}
