import type { Item } from '@ringkey/server/cabinet-api'
import { useEffect, useState } from 'react'
import { ApiProblem, addressOf, read } from '../../api/client.ts'
import { silenceMs } from '../../api/live.ts'

export type HandsetCall = Item<'/phone/calls'>

/** As many as the phone itself remembers. */
const maxCalls = 50
const retryMs = 3_000

export interface Phone {
  /** Newest first; undefined until the phone has answered. */
  readonly calls: readonly HandsetCall[] | undefined
  readonly isConnected: boolean
  /** Why there is no phone at all. */
  readonly problem: unknown
}

/**
 * Live calls of the phone. A browser opens only six connections to a server without TLS, so a hidden tab closes its
 * stream unless its ringing sound is on.
 */
export function usePhone(keepsHidden: boolean): Phone {
  const [calls, setCalls] = useState<readonly HandsetCall[]>()
  const [isConnected, setConnected] = useState(true)
  const [problem, setProblem] = useState<unknown>(null)
  const isWanted = useIsVisible() || keepsHidden

  useEffect(() => {
    if (!isWanted) return
    let source: EventSource | undefined
    let retry: ReturnType<typeof setTimeout> | undefined
    let silence: ReturnType<typeof setTimeout> | undefined
    const hear = () => {
      setConnected(true)
      waitForNews()
    }
    const waitForNews = () => {
      clearTimeout(silence)
      silence = setTimeout(() => {
        setConnected(false)
        source?.close()
        open()
      }, silenceMs)
    }
    const open = () => {
      waitForNews()
      source = new EventSource(addressOf('/phone/events'))
      source.addEventListener('still-here', hear)
      source.addEventListener('calls', ({ data }) => {
        hear()
        setProblem(null)
        setCalls((JSON.parse(data) as HandsetCall[]).toReversed())
      })
      source.addEventListener('call', ({ data }) => {
        hear()
        const call = JSON.parse(data) as HandsetCall
        setCalls((known = []) => withCall(known, call))
      })
      source.addEventListener('error', () => {
        setConnected(false)
        // The browser tries again by itself after a lost connection, but not after a refusal.
        if (source?.readyState !== EventSource.CLOSED) return
        clearTimeout(silence)
        read('/phone/calls').catch((error: unknown) => {
          if (error instanceof ApiProblem && error.status !== 0) setProblem(error)
        })
        retry = setTimeout(open, retryMs)
      })
    }
    open()
    return () => {
      clearTimeout(retry)
      clearTimeout(silence)
      source?.close()
    }
  }, [isWanted])

  return { calls, isConnected, problem }
}

function withCall(known: readonly HandsetCall[], call: HandsetCall): readonly HandsetCall[] {
  const isKnown = known.some(({ id }) => id === call.id)
  if (isKnown) return known.map((other) => (other.id === call.id ? call : other))
  return [call, ...known].slice(0, maxCalls)
}

function useIsVisible(): boolean {
  const [isVisible, setVisible] = useState(() => document.visibilityState === 'visible')
  useEffect(() => {
    const look = () => setVisible(document.visibilityState === 'visible')
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return isVisible
}
