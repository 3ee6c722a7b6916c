import type { Answer, VerificationLine } from '@ringkey/server/cabinet-api'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { read, write } from '../../../api/client.ts'
import { useLiveEvents } from '../../../api/live.ts'
import { useTimed } from '../../../parts/use-timed.ts'
import { type Filters, shows } from './filters.ts'

/** When the server has no stream for us. */
const pollMs = 10_000
/** With more waiting lines than this, the page is reloaded. */
const maxWaiting = 200
/** A first page that has grown longer than this is read again. */
const maxLines = 500

/** One's own list, or that of all customers. */
export const ownSource = '/verifications'
export const customerSource = '/operator/verifications'
export type Source = typeof ownSource | typeof customerSource

/** The list in pages, with live changes of one's own. While it is paused, new lines wait and are counted. */
export function useList(filters: Filters, limit: number, isPaused = false, source: Source = ownSource) {
  const client = useQueryClient()
  const key = ['list', source, filters, limit]
  const [waiting, setWaiting] = useState<readonly VerificationLine[]>([])
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())
  const paused = useRef(isPaused)
  paused.current = isPaused
  const isOwn = source === ownSource
  const timed = useTimed()

  const show = (lines: readonly VerificationLine[]) => {
    if (lines.length === 0) return
    setFresh(new Set(lines.map(({ id }) => id)))
    client.setQueryData<Pages>(key, (pages) => pages && withNew(pages, lines))
    const shown = client.getQueryData<Pages>(key)?.pages[0]?.items.length ?? 0
    if (shown > maxLines) void client.invalidateQueries({ queryKey: key })
  }
  const liveState = useLiveEvents((event) => {
    if (event.kind !== 'changed') {
      if (event.kind !== 'ended') void client.invalidateQueries({ queryKey: key })
      return
    }
    const pages = client.getQueryData<Pages>(key)
    if (pages === undefined) return
    const fits = (line: VerificationLine) => shows(timed(filters), line)
    client.setQueryData<Pages>(key, changed(pages, event.items, fits))
    const waitingIds = new Set(waiting.map(({ id }) => id))
    const isNew = ({ id }: VerificationLine) => !has(pages, id) && !waitingIds.has(id)
    // Changes of lines on pages that are not loaded are ignored.
    const newest = pages.pages[0]?.items[0]?.createdAt ?? 0
    const news = event.items.filter((line) => isNew(line) && line.createdAt >= newest && fits(line))
    if (paused.current) {
      const latest = new Map(event.items.map((line) => [line.id, line]))
      setWaiting([...news, ...waiting.map((line) => latest.get(line.id) ?? line)].slice(0, maxWaiting))
    } else show(news)
  }, isOwn)
  const query = useInfiniteQuery({
    queryKey: key,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) => read(source, { ...timed(filters), before: pageParam, limit }),
    getNextPageParam: ({ next }) => next,
    staleTime: 60_000,
    ...(isOwn && liveState === 'off' ? { refetchInterval: pollMs } : {}),
  })
  const release = () => {
    const fitting = waiting.filter((line) => shows(timed(filters), line))
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

/** What a search has found. The text goes to the server in a body: it may be a phone number. */
export function useFound(filters: Filters, sought: string, source: Source) {
  const timed = useTimed()
  return useQuery({
    queryKey: ['found', source, filters, sought],
    queryFn: () => write(`${source}/search`, { ...timed(filters), q: sought }),
    // Removed from the cache with the page, because it may hold a number.
    gcTime: 0,
  })
}

interface Pages {
  readonly pages: readonly Answer<'/verifications'>[]
  readonly pageParams: readonly unknown[]
}

/** Shown lines change in place; lines that no longer match the filters are removed. */
function changed(
  { pages, pageParams }: Pages,
  lines: readonly VerificationLine[],
  fits: (line: VerificationLine) => boolean,
): Pages {
  const byId = new Map(lines.map((line) => [line.id, line]))
  return {
    pageParams,
    pages: pages.map((page) => ({
      ...page,
      items: page.items.flatMap((line) => {
        const now = byId.get(line.id) ?? line
        return fits(now) ? [now] : []
      }),
    })),
  }
}

/** New lines come to the top, in the order of time. */
function withNew({ pages, pageParams }: Pages, lines: readonly VerificationLine[]): Pages {
  const [first, ...rest] = pages
  if (first === undefined) return { pages, pageParams }
  const items = [...lines, ...first.items].sort((one, other) => other.createdAt - one.createdAt)
  return { pageParams, pages: [{ ...first, items }, ...rest] }
}

function has({ pages }: Pages, id: string): boolean {
  return pages.some(({ items }) => items.some((line) => line.id === id))
}
