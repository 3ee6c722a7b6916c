import type { CallLine, CallPage } from '@ringkey/server/cabinet-api'

export interface Pages {
  readonly pages: readonly CallPage[]
  readonly pageParams: readonly unknown[]
}

/** A list that has grown longer than this is cut: "older" reads the rest again. */
const maxLines = 500

/** Shown lines change in place; lines that no longer match the filters are removed. */
export function changed(
  { pages, pageParams }: Pages,
  lines: readonly CallLine[],
  fits: (line: CallLine) => boolean,
): Pages {
  const byId = new Map(lines.map((line) => [line.vendorId, line]))
  return {
    pageParams,
    pages: pages.map((page) => ({
      ...page,
      items: page.items.flatMap((line) => {
        const now = byId.get(line.vendorId) ?? line
        return fits(now) ? [now] : []
      }),
    })),
  }
}

/** New lines come to the top, in the order of their ids. */
export function withNew({ pages, pageParams }: Pages, lines: readonly CallLine[]): Pages {
  const [first, ...rest] = pages
  if (first === undefined) return { pages, pageParams }
  const items = [...lines, ...first.items].sort((one, other) => other.vendorId - one.vendorId)
  if (items.length <= maxLines) return { pageParams, pages: [{ ...first, items }, ...rest] }
  const kept = items.slice(0, maxLines)
  return { pageParams: pageParams.slice(0, 1), pages: [{ items: kept, next: kept.at(-1)!.vendorId }] }
}

export function has({ pages }: Pages, vendorId: number): boolean {
  return pages.some(({ items }) => items.some((line) => line.vendorId === vendorId))
}
