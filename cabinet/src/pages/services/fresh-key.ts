import { useSyncExternalStore } from 'react'

/**
 * A key that was just made, while its page is open: in memory only, never in the address, the history or the
 * browser's storage.
 */
let kept: { readonly serviceId: number; readonly secretKey: string } | null = null
const listeners = new Set<() => void>()

function change(next: typeof kept): void {
  kept = next
  for (const listener of listeners) listener()
}

export function keepKey(serviceId: number, secretKey: string): void {
  change({ serviceId, secretKey })
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

export function useFreshKey(serviceId: number): string | null {
  const current = useSyncExternalStore(subscribe, () => kept)
  return current?.serviceId === serviceId ? current.secretKey : null
}
