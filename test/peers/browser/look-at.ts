import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { seriousFaults } from './accessibility.ts'
import { shoot } from './rig.ts'

/** Takes a picture of the page as it is now; axe finds nothing serious, and nothing is wider than the screen. */
export async function lookAt(page: Page, name: string): Promise<void> {
  await shoot(page, name)
  expect(await seriousFaults(page), name).toEqual([])
  const beyond = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')
  expect(beyond, name).toBeLessThanOrEqual(0)
}
