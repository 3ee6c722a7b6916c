import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')

interface Page {
  evaluate(script: string): Promise<unknown>
}

interface Violation {
  readonly id: string
  readonly help: string
  readonly nodes: readonly { readonly html: string }[]
}

/** Without the rules that find nothing serious: what a rule finds has the impact of the rule. */
const runAxe = `(async () => {
  const isSerious = ({ impact }) => impact === 'serious' || impact === 'critical'
  const minor = axe._audit.rules.filter((rule) => !isSerious(rule)).map(({ id }) => [id, { enabled: false }])
  const options = { resultTypes: ['violations'], rules: Object.fromEntries(minor) }
  return (await axe.run(document, options)).violations.filter(isSerious)
})()`

/** Serious and critical findings of axe on the current page, one line each. */
export const seriousFaults = (page: Page) => faultsBy(runAxe, page)

/** All findings of axe in one element. */
export const faultsIn = (page: Page, selector: string) =>
  faultsBy(`axe.run('${selector}').then(({ violations }) => violations)`, page)

/** The focus ring of what has the focus against the ground around it, of WCAG: at least 3 can be seen. */
export async function contrastOfRing(page: Page): Promise<number> {
  await loadAxe(page)
  return (await page.evaluate(ringContrast)) as number
}

const ringContrast = `(() => {
  let focused = document.activeElement
  while (focused.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement
  const { Color, getContrast } = axe.commons.color
  const colour = (text) => {
    const read = new Color()
    read.parseString(text)
    return read
  }
  const { outlineStyle, outlineColor } = getComputedStyle(focused)
  if (outlineStyle === 'none') return 0
  let around = focused
  do around = around.parentElement ?? around.getRootNode().host
  while (around && colour(getComputedStyle(around).backgroundColor).alpha === 0)
  return getContrast(colour(getComputedStyle(around).backgroundColor), colour(outlineColor))
})()`

async function loadAxe(page: Page): Promise<void> {
  // Evaluated by the debugger, not as a script of the page: the content security policy stays as strict as it is.
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(axe)
}

async function faultsBy(run: string, page: Page): Promise<string[]> {
  await loadAxe(page)
  const violations = (await page.evaluate(run)) as Violation[]
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
  )
}
