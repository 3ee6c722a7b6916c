import type { Page } from 'playwright-core'

interface Box {
  readonly name: string
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** All boxes in one question: a question for each label took a second on a page with four plots. */
const readPlots = `[...document.querySelectorAll('svg[role=img]:has(text)')].map((plot) => {
  const boxOf = (element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    return { name: element.textContent, left, right, top, bottom }
  }
  return { edge: boxOf(plot), labels: [...plot.querySelectorAll('text')].map(boxOf) }
})`

/** Labels of plots that are cut off at the edge or lie over one another. */
export async function labelFaults(page: Page): Promise<string[]> {
  const plots = (await page.evaluate(readPlots)) as { edge: Box; labels: Box[] }[]
  return plots.flatMap(({ edge, labels }) =>
    labels.flatMap((one, place) => {
      const over = labels.slice(place + 1).find((other) => overlap(one, other))
      return [
        ...(one.left < edge.left || one.right > edge.right ? [`“${one.name}” is cut off`] : []),
        ...(over ? [`“${one.name}” and “${over.name}” overlap`] : []),
      ]
    }),
  )
}

function overlap(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
}
