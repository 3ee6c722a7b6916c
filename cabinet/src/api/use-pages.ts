import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query'

interface Page<Item> {
  readonly items: readonly Item[]
  readonly next: number | null
}

/** A list that is read in pages, as a table takes it. What was asked for before is shown until the answer has come. */
export function usePages<Item, Asked extends object, More extends object>(
  key: QueryKey,
  asked: Asked,
  readPage: (asked: Asked & { readonly before: number | null }) => Promise<Page<Item> & More>,
  label: string,
  options: { readonly refetchInterval?: number } = {},
) {
  const pages = useInfiniteQuery({
    queryKey: [...key, asked],
    queryFn: ({ pageParam }) => readPage({ ...asked, before: pageParam }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    // Not the list of another account.
    placeholderData: (before, last) => (last?.queryKey.at(-2) === key.at(-1) ? before : undefined),
    ...options,
  })
  const rows = pages.data?.pages.flatMap(({ items }) => items)
  return { rows, error: pages.error, pages: { ...pages, label } }
}
