import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const require = createRequire(import.meta.url)
const axeFile = require.resolve('axe-core/axe.min.js')

interface Violation {
  readonly id: string
  readonly impact: string
  readonly help: string
  readonly nodes: readonly { readonly html: string }[]
}

/** Serious and critical findings of axe on the current page, one line each. */
export async function seriousFaults(page: Page): Promise<string[]> {
  // Evaluated by the debugger, not as a script of the page: the content security policy stays as strict as it is.
  await page.evaluate(readFileSync(axeFile, 'utf8'))
  const violations = (await page.evaluate(
    "axe.run(document, { resultTypes: ['violations'] }).then((result) => result.violations)",
  )) as Violation[]
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
    )
}
