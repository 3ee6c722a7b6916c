import { lazy, Suspense, useSyncExternalStore } from 'react'

const Container = lazy(() => import('./notices-container.tsx'))

let isWanted = false
const listeners = new Set<() => void>()

/** To be called before the first notice: what shows them is loaded only then. */
export function wantNotices(): void {
  isWanted = true
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Stands outside the pages: a notice stays while its reader goes from one to another. */
export function Notices() {
  const wanted = useSyncExternalStore(subscribe, () => isWanted)
  return wanted ? (
    <Suspense>
      <Container />
    </Suspense>
  ) : null
}
