import type { VerificationPage } from '@ringkey/server/cabinet-api'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { read } from '../../api/client.ts'
import { useLiveEvents } from '../../api/live.ts'
import { usePageLength } from '../../parts/page-length.ts'

/** When the server has no stream for us. */
const pollMs = 10_000

export interface PhoneFilters {
  readonly service: number | null
  readonly status: string | null
  readonly test: string | null
}

/** The list in pages. A change reads it again, but not while the pointer is on it. */
export function useVerifications(filters: PhoneFilters, isPaused: boolean) {
  const client = useQueryClient()
  const limit = usePageLength()
  const key = ['verifications', filters, limit]
  const hasNews = useRef(false)
  const refresh = () => {
    hasNews.current = false
    void client.invalidateQueries({ queryKey: key })
  }
  const liveState = useLiveEvents((event) => {
    if (event.kind === 'changed' && event.verifications.length === 0) return
    hasNews.current = true
    if (!isPaused) refresh()
  })
  const query = useInfiniteQuery({
    queryKey: key,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) =>
      read<VerificationPage>('/verifications', { ...filters, limit, before: pageParam }),
    getNextPageParam: ({ next }) => next,
    ...(liveState === 'off' ? { refetchInterval: pollMs } : {}),
  })
  const release = () => {
    if (hasNews.current) refresh()
  }
  return { query, lines: query.data?.pages.flatMap(({ items }) => items), release, liveState }
}
