// Walks through every page of the list and its further states in one look: theme, language and width.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seriousFaults } from './accessibility.ts'
import { type FurnishedRig, startFurnishedRig } from './furnished.ts'
import { listPages, moveTo, waitUntilUsable } from './page-list.ts'
import { contents, type PageState, pageStates } from './page-states.ts'
import { labelFaults } from './plot-labels.ts'
import { shoot } from './rig.ts'

const walkMs = 600_000

const widths = { wide: { width: 1280, height: 800 }, narrow: { width: 390, height: 844 } }

interface Look {
  /** For the names of tests and screenshots: `dark-narrow-ru`. */
  readonly look: string
  readonly viewport: { readonly width: number; readonly height: number }
  readonly colorScheme: 'light' | 'dark'
  readonly locale: 'en-GB' | 'ru-RU'
}

/** Between them they have both themes, both languages and both widths. The long form walks in all eight looks. */
const shortForm: readonly string[] = ['light-wide-en', 'dark-narrow-ru']

function looksOf(width: keyof typeof widths): Look[] {
  const all = (['light', 'dark'] as const).flatMap((colorScheme) =>
    (['en-GB', 'ru-RU'] as const).map((locale) => ({
      look: `${colorScheme}-${width}-${locale.slice(0, 2)}`,
      viewport: widths[width],
      colorScheme,
      locale,
    })),
  )
  return process.env.RINGKEY_TEST_LONG === '1' ? all : all.filter(({ look }) => shortForm.includes(look))
}

/** Declares one test for each look of this width, all of them on one service. */
export function describePagesIn(width: keyof typeof widths): void {
  let rig: FurnishedRig
  let states: PageState[]
  beforeAll(async () => {
    rig = await startFurnishedRig()
    const pages = await listPages(rig)
    states = [
      ...pages.map(({ pattern, ...page }) => {
        const arrange = contents[pattern]
        return arrange === undefined ? page : { ...page, arrange }
      }),
      ...pageStates(rig),
    ]
  }, 180_000)
  afterAll(() => rig?.stop())

  it.each(looksOf(width))(
    'cabinet pages, $look: have no fault',
    async ({ look, ...options }) => {
      const page = await rig.demoPage('/', options)
      page.setDefaultTimeout(60_000)
      const complaints = watchComplaints(page)
      const faults: Record<string, readonly string[]> = {}
      for (const { name, path, arrange, hasNameAsHeading = false } of states) {
        await moveTo(page, path)
        await arrange?.(page)
        await waitUntilUsable(page)
        await shoot(page, `page-${name}-${look}`)
        const found = [
          ...(await seriousFaults(page)),
          ...(await overflow(page)),
          ...(await labelFaults(page)),
          ...complaints.splice(0),
          ...(hasNameAsHeading ? [] : await language(page, options.locale)),
        ]
        if (found.length > 0) faults[name] = found
      }
      expect(faults).toEqual({})
      await page.context().close()
    },
    walkMs,
  )
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
