import type { Answer } from '@ringkey/server/cabinet-api'
import { useSyncExternalStore } from 'react'

export type ServiceKey = Answer<'/services/:id/keys'>['keys'][number]

export interface FreshKey {
  readonly serviceId: number
  /** "" for the main key. */
  readonly name: string
  readonly secretKey: string
  readonly scope: ServiceKey['scope']
}

/**
 * A key that was just made, while its page is open: in memory only, never in the address, the history or the
 * browser's storage.
 */
let kept: FreshKey | null = null
const listeners = new Set<() => void>()

function change(next: typeof kept): void {
  kept = next
  for (const listener of listeners) listener()
}

export function keepKey(made: FreshKey): void {
  change(made)
}

export function forgetKey(): void {
  change(null)
}

/** Forgets the key when the last page that shows it is left, unless the page was only remounted. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    setTimeout(() => {
      if (listeners.size === 0) kept = null
    })
  }
}

export function useFreshKey(serviceId: number): FreshKey | null {
  const current = useSyncExternalStore(subscribe, () => kept)
  return current?.serviceId === serviceId ? current : null
}
