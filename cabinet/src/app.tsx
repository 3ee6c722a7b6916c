import { Center, Loader } from '@mantine/core'
import { Suspense } from 'react'
import { useLocation } from 'wouter'
import { lastMe, useMaybeMe } from './api/me.ts'
import { ErrorNote } from './parts/error-note.tsx'
import { lazily } from './parts/lazily.ts'

const Frame = lazily(() => import('./frame/frame.tsx'))
const Entrance = lazily(() => import('./pages/entrance/entrance.tsx'))

/** One-time links open these pages also for a signed-in person. */
const linkPages = ['/become-operator', '/demo', '/join', '/new-email', '/new-password', '/sign-up']

/**
 * A signed-in person sees the frame with its pages; everybody else the entrance. When the session ends by itself, the
 * pages wait behind the entrance: what was typed is there after the sign-in.
 */
export function App() {
  const me = useMaybeMe()
  const [location] = useLocation()
  if (me.data === undefined) {
    return me.error ? (
      <Center h="100vh">
        <ErrorNote error={me.error} />
      </Center>
    ) : (
      <Waiting />
    )
  }
  const isInside = me.data !== null && me.data.stage === 'full' && !linkPages.includes(location)
  const shown = isInside ? me.data : linkPages.includes(location) ? null : lastMe()
  return (
    <>
      {shown !== null && (
        <div hidden={!isInside} data-session={isInside ? 'open' : 'ended'}>
          <Suspense fallback={<Waiting />}>
            <Frame key={`${shown.person.id} ${shown.account?.id}`} me={shown} />
          </Suspense>
        </div>
      )}
      {!isInside && (
        <Suspense>
          <Entrance me={me.data} isEnded={shown !== null} />
        </Suspense>
      )}
    </>
  )
}

function Waiting() {
  return (
    <Center h="100vh">
      <Loader type="dots" />
    </Center>
  )
}
