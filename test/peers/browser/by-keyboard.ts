import type { Locator, Page } from 'playwright-core'

/** More means that something cannot be reached, or only by a person of much patience. */
const maxPresses = 80

const isLocator = (made: unknown): made is Locator =>
  typeof made === 'object' && made !== null && 'waitFor' in made && 'click' in made

/** The page without a mouse: what is clicked is reached by Tab and pressed, what is filled is reached and typed. */
export function byKeyboard<Of extends Page | Locator>(of: Of, page: Page): Of {
  return new Proxy(of, {
    get(target, name) {
      if (isLocator(target) && name === 'click') return () => press(page, target)
      if (isLocator(target) && name === 'fill') return (text: string) => typeInto(page, target, text)
      const value = Reflect.get(target, name) as unknown
      if (typeof value !== 'function') return value
      return (...given: unknown[]) => {
        const made = value.apply(target, given) as unknown
        return isLocator(made) ? byKeyboard(made, page) : made
      }
    },
  })
}

async function press(page: Page, locator: Locator): Promise<void> {
  await reach(page, locator)
  // A field is clicked to type into it.
  if ((await locator.evaluate((element) => element.tagName)) !== 'INPUT') await page.keyboard.press('Enter')
}

async function typeInto(page: Page, locator: Locator, text: string): Promise<void> {
  await reach(page, locator)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}

/** By Tab, and among tabs by an arrow: only the open one of them takes part in the order of Tab. */
async function reach(page: Page, locator: Locator): Promise<void> {
  await locator.waitFor()
  for (let presses = 0; presses < maxPresses; presses++) {
    const where = await locator.evaluate((element) => {
      const focused = element.ownerDocument.activeElement
      if (element.contains(focused)) return 'here'
      const list = element.closest('[role=tablist]')
      return list?.contains(focused) ? 'beside' : 'elsewhere'
    })
    if (where === 'here') return
    await page.keyboard.press(where === 'beside' ? 'ArrowRight' : 'Tab')
  }
  throw new Error(`not reached after ${maxPresses} keys: ${locator}`)
}
