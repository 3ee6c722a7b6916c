import type { VerificationLine, VerificationPage } from '@ringkey/server/cabinet-api'

export interface Pages {
  readonly pages: readonly VerificationPage[]
  readonly pageParams: readonly unknown[]
}

/** Shown lines change in place; lines that no longer match the filters are removed. */
export function changed(
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
export function withNew({ pages, pageParams }: Pages, lines: readonly VerificationLine[]): Pages {
  const [first, ...rest] = pages
  if (first === undefined) return { pages, pageParams }
  const items = [...lines, ...first.items].sort((one, other) => other.createdAt - one.createdAt)
  return { pageParams, pages: [{ ...first, items }, ...rest] }
}

export function has({ pages }: Pages, id: string): boolean {
  return pages.some(({ items }) => items.some((line) => line.id === id))
}
