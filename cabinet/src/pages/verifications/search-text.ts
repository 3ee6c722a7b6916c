import { useSyncExternalStore } from 'react'

/**
 * The search text. It may be a phone number, so it is kept in memory and not in the address: addresses stay in
 * histories and logs. Once the server says that it is not a phone number, the page puts it into its address.
 */
let searchText = ''
const observers = new Set<() => void>()

export function setSearchText(text: string): void {
  searchText = text.trim()
  for (const observer of observers) observer()
}

export function useSearchText(): string {
  return useSyncExternalStore(
    (observer) => {
      observers.add(observer)
      return () => observers.delete(observer)
    },
    () => searchText,
  )
}
