import { useSyncExternalStore } from 'react'

/**
 * What is being searched for. It may be a phone number, so it is kept here and in no address: addresses stay in
 * histories and logs. Once the server says that it is no phone, the page puts it into its address.
 */
let sought = ''
const observers = new Set<() => void>()

export function seek(text: string): void {
  sought = text.trim()
  for (const observer of observers) observer()
}

export function useSought(): string {
  return useSyncExternalStore(
    (observer) => {
      observers.add(observer)
      return () => observers.delete(observer)
    },
    () => sought,
  )
}
