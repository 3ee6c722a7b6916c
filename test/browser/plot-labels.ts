import type { Page } from 'playwright-core'

/** Labels of plots that are cut off at the edge or lie over one another. */
export async function labelFaults(page: Page): Promise<string[]> {
  const plots = await page.locator('svg[role=img]:has(text)').all()
  const faults: string[] = []
  for (const plot of plots) {
    const edge = (await plot.boundingBox())!
    const labels = await Promise.all(
      (await plot.locator('text').all()).map(async (label) => ({
        name: (await label.textContent())!,
        ...(await label.boundingBox())!,
      })),
    )
    for (const [place, one] of labels.entries()) {
      if (one.x < edge.x || one.x + one.width > edge.x + edge.width) faults.push(`“${one.name}” is cut off`)
      const over = labels
        .slice(place + 1)
        .find(
          (other) =>
            one.x < other.x + other.width &&
            other.x < one.x + one.width &&
            one.y < other.y + other.height &&
            other.y < one.y + one.height,
        )
      if (over) faults.push(`“${one.name}” and “${over.name}” overlap`)
    }
  }
  return faults
}
