import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query'
import { type Query, read } from './client.ts'

interface Page<Item> {
  readonly items: readonly Item[]
  readonly next: number | null
}

/** A list that is read in pages, as a table takes it. What was asked for before is shown until the answer has come. */
export function usePages<Item>(
  key: QueryKey,
  path: string,
  query: Query,
  label: string,
  options: { readonly refetchInterval?: number } = {},
) {
  const pages = useInfiniteQuery({
    queryKey: [...key, path, query],
    queryFn: ({ pageParam }) => read<Page<Item>>(path, { ...query, before: pageParam }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    // Not the list of another account.
    placeholderData: (before, last) => (last?.queryKey.at(-2) === path ? before : undefined),
    ...options,
  })
  const rows = pages.data?.pages.flatMap(({ items }) => items)
  return { rows, error: pages.error, pages: { ...pages, label } }
}
