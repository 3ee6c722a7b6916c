// Walks through every page of the list in one look: theme, language and width.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousFaults } from './accessibility.ts'
import { type ListedPage, listPages, waitUntilUsable } from './page-list.ts'
import { type Rig, shoot, startRig } from './rig.ts'

const walkMs = 600_000

export interface Look {
  /** For the names of tests and screenshots. */
  readonly look: string
  readonly viewport: { readonly width: number; readonly height: number }
  readonly colorScheme: 'light' | 'dark'
  readonly locale: 'en-GB' | 'ru-RU'
}

/** Declares one test for each look, all of them on one service. */
export function describePagesIn(looks: readonly Look[]): void {
  let rig: Rig
  let pages: ListedPage[]
  beforeAll(async () => {
    rig = await startRig()
    pages = await listPages(rig)
  }, 180_000)
  afterAll(() => rig?.stop())

  describe.each(looks)('$look', ({ look, ...options }) => {
    it('has no fault on any page', { timeout: walkMs }, async () => {
      const page = await rig.demoPage('/', options)
      page.setDefaultTimeout(60_000)
      const complaints = watchComplaints(page)
      const faults: Record<string, readonly string[]> = {}
      for (const { name, path, hasNameAsHeading } of pages) {
        await page.goto(`${rig.baseUrl}/cabinet${path}`)
        await waitUntilUsable(page)
        await shoot(page, `page-${name}-${look}`)
        const found = [
          ...(await seriousFaults(page)),
          ...(await overflow(page)),
          ...complaints.splice(0),
          ...(hasNameAsHeading ? [] : await language(page, options.locale)),
        ]
        if (found.length > 0) faults[path] = found
      }
      expect(faults).toEqual({})
      await page.context().close()
    })
  })
}

/** What the console says: errors of scripts, refused resources, violations of the content security policy. */
function watchComplaints(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => complaints.push(`script: ${error.message}`))
  return complaints
}

async function overflow(page: Page): Promise<string[]> {
  const beyond = Number(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth'))
  return beyond > 0 ? [`${beyond} pixels beyond the right edge`] : []
}

async function language(page: Page, locale: string): Promise<string[]> {
  const heading = await page.locator('main h1').first().innerText()
  const isRussian = /[а-яё]/i.test(heading)
  const isRight = locale === 'ru-RU' ? isRussian : !isRussian
  return isRight ? [] : [`the heading "${heading}" is not in ${locale}`]
}
