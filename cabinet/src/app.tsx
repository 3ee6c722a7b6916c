import { Center, Loader } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useMaybeMe } from './api/me.ts'
import { Frame } from './frame/frame.tsx'
import { ErrorNote } from './parts/error-note.tsx'

const Entrance = lazy(() => import('./pages/entrance/entrance.tsx'))

/** Whoever is signed in sees the frame with its pages; everybody else the entrance. */
export function App() {
  const me = useMaybeMe()
  if (me.data === undefined) {
    return <Center h="100vh">{me.error ? <ErrorNote error={me.error} /> : <Loader type="dots" />}</Center>
  }
  if (me.data !== null && me.data.stage === 'full') return <Frame me={me.data} />
  return (
    <Suspense>
      <Entrance me={me.data} />
    </Suspense>
  )
}
