import { Suspense, useSyncExternalStore } from 'react'
import { lazily } from '../parts/lazily.ts'

const Container = lazily(() => import('./notices-container.tsx'))

let isWanted = false
const listeners = new Set<() => void>()

/** Call this before the first notice: it loads the component that shows notices. */
export function wantNotices(): void {
  isWanted = true
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Outside the pages, so that a notice stays when the page changes. */
export function Notices() {
  const wanted = useSyncExternalStore(subscribe, () => isWanted)
  return wanted ? (
    <Suspense>
      <Container />
    </Suspense>
  ) : null
}
