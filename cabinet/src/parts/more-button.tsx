import { Button } from '@mantine/core'

export interface Pages {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly fetchNextPage: () => Promise<unknown>
}

/** Reads the next page of a list, while there is one. */
export function MoreButton({ pages, label }: { readonly pages: Pages; readonly label: string }) {
  if (!pages.hasNextPage) return null
  return (
    <Button
      variant="default"
      w="fit-content"
      loading={pages.isFetchingNextPage}
      onClick={() => void pages.fetchNextPage()}
    >
      {label}
    </Button>
  )
}
