import type { LiveEvent } from '@ringkey/server/cabinet-api'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { addressOf } from './client.ts'

/** `off`: the server has too many streams; pages poll instead. `silent`: nothing is heard from it. */
export type LiveState = 'live' | 'connecting' | 'silent' | 'off'

/** Twice as long as the server is silent at most, and a little. */
export const silenceMs = 12_000

type Listener = (event: LiveEvent) => void

const listeners = new Set<Listener>()
const observers = new Set<() => void>()
let source: EventSource | undefined
let state: LiveState = 'connecting'
let heardAt = Date.now()
let silence: ReturnType<typeof setTimeout> | undefined

/** When the server was heard for the last time: what the page shows is as old. */
export const lastHeardAt = () => heardAt

/** A frozen server keeps its connections, and a broken network does not end them: both are tried anew. */
function listenForSilence(): void {
  clearTimeout(silence)
  silence = setTimeout(() => {
    source?.close()
    source = undefined
    setState('silent')
    adjust()
  }, silenceMs)
}

function setState(next: LiveState): void {
  state = next
  for (const observer of observers) observer()
}

/**
 * One stream for the tab, open while a component listens and the tab is visible: browsers keep six connections to a
 * server, and background tabs would use them up.
 */
function adjust(): void {
  const isWanted = listeners.size > 0 && document.visibilityState === 'visible'
  if (!isWanted) {
    clearTimeout(silence)
    source?.close()
    source = undefined
    return
  }
  if (source !== undefined) return
  if (state !== 'silent') setState('connecting')
  listenForSilence()
  const opened = new EventSource(addressOf('/events'))
  source = opened
  opened.onerror = () => {
    const isRefused = opened.readyState === EventSource.CLOSED
    if (isRefused) clearTimeout(silence)
    if (isRefused || state !== 'silent') setState(isRefused ? 'off' : 'connecting')
  }
  opened.onmessage = ({ data }) => {
    heardAt = Date.now()
    listenForSilence()
    const event = JSON.parse(data) as LiveEvent
    if (event.kind === 'still-here') return
    setState('live')
    if (event.kind === 'ended') {
      clearTimeout(silence)
      opened.close()
      source = undefined
      setState('off')
    }
    for (const listener of listeners) listener(event)
  }
}

document.addEventListener('visibilitychange', adjust)

/** Calls back with the events of the account while the component is mounted, unless it shows other accounts. */
export function useLiveEvents(onEvent: Listener, isOwn = true): LiveState {
  const client = useQueryClient()
  const listen = useEffectEvent((event: LiveEvent) => {
    // Signed out, another account, or another role: `/me` is read again, and whoever is still signed in listens anew.
    if (event.kind === 'ended')
      void client.invalidateQueries({ queryKey: ['me'] }).then(() => {
        if (client.getQueryData(['me']) !== null) adjust()
      })
    onEvent(event)
  })
  useEffect(() => {
    if (!isOwn) return
    const listener: Listener = (event) => listen(event)
    listeners.add(listener)
    adjust()
    return () => {
      listeners.delete(listener)
      // The next page may listen in a moment, so the stream stays open during the change.
      setTimeout(adjust, 500)
    }
  }, [isOwn])
  return useSyncExternalStore(
    (observer) => {
      observers.add(observer)
      return () => observers.delete(observer)
    },
    () => state,
  )
}
