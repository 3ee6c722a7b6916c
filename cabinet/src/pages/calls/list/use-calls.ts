import type { CallLine, CallPage } from '@ringkey/server/cabinet-api'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { read } from '../../../api/client.ts'
import { useLiveEvents } from '../../../api/live.ts'
import { type Filters, shows } from './filters.ts'
import { changed, has, type Pages, withNew } from './live-pages.ts'

/** When the server has no stream for us. */
const pollMs = 10_000
/** With more waiting lines than this, the page is reloaded. */
const maxWaiting = 200

/** The list in pages, with live changes. While it is paused, new lines wait and are counted. */
export function useCalls(filters: Filters, isPaused: boolean, limit: number) {
  const client = useQueryClient()
  const key = ['calls', filters, limit]
  const [waiting, setWaiting] = useState<readonly CallLine[]>([])
  const [fresh, setFresh] = useState<ReadonlySet<number>>(new Set())
  const paused = useRef(isPaused)
  paused.current = isPaused

  const show = (lines: readonly CallLine[]) => {
    if (lines.length === 0) return
    setFresh(new Set(lines.map(({ vendorId }) => vendorId)))
    client.setQueryData<Pages>(key, (pages) => pages && withNew(pages, lines))
  }
  const liveState = useLiveEvents((event) => {
    if (event.kind !== 'changed') {
      if (event.kind !== 'ended') void client.invalidateQueries({ queryKey: ['calls'] })
      return
    }
    const pages = client.getQueryData<Pages>(key)
    if (pages === undefined) return
    const fits = (line: CallLine) => shows(filters, line)
    client.setQueryData<Pages>(key, changed(pages, event.calls, fits))
    const waitingIds = new Set(waiting.map(({ vendorId }) => vendorId))
    const isNew = ({ vendorId }: CallLine) => !has(pages, vendorId) && !waitingIds.has(vendorId)
    // Changes of lines on pages that are not loaded are ignored.
    const newest = pages.pages[0]?.items[0]?.vendorId ?? 0
    const news = event.calls.filter((line) => isNew(line) && line.vendorId > newest && fits(line))
    if (paused.current) {
      const latest = new Map(event.calls.map((line) => [line.vendorId, line]))
      setWaiting([...news, ...waiting.map((line) => latest.get(line.vendorId) ?? line)].slice(0, maxWaiting))
    } else show(news)
  })
  const query = useInfiniteQuery({
    queryKey: key,
    initialPageParam: null as number | null,
    queryFn: ({ pageParam }) => read<CallPage>('/calls', { ...filters, before: pageParam, limit }),
    getNextPageParam: ({ next }) => next,
    staleTime: 60_000,
    ...(liveState === 'off' ? { refetchInterval: pollMs } : {}),
  })
  const release = () => {
    const fitting = waiting.filter((line) => shows(filters, line))
    setWaiting([])
    if (waiting.length >= maxWaiting) void client.invalidateQueries({ queryKey: key })
    else show(fitting)
  }
  return {
    query,
    lines: query.data?.pages.flatMap(({ items }) => items),
    waiting: waiting.length,
    release,
    fresh,
    liveState,
  }
}
