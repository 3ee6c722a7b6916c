// The menus of the cabinet are the browser's own popovers: they work in Debian's Firefox too.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startFirefox } from './firefox.ts'
import { type Rig, startRig } from './rig.ts'

const [leave, up, down, tab] = ['\uE00C', '\uE013', '\uE015', '\uE004'] as const
/** A second browser at its side makes it slow. */
const patienceMs = 240_000

let rig: Rig
let firefox: Awaited<ReturnType<typeof startFirefox>>
beforeAll(async () => {
  rig = await startRig()
  firefox = await startFirefox()
}, patienceMs)
afterAll(async () => {
  await firefox?.stop()
  await rig?.stop()
})

const button = `document.querySelector('header button[popovertarget]')`
/** A window without a screen is not active, and then keys press no button in Firefox. */
const press = `(${button}.focus(), ${button}.click())`
const isOpen = `document.querySelector('[role=menu]:popover-open') !== null`
const items = `[...document.querySelectorAll('[role=menu]:popover-open [role^=menuitem]')]`
const place = () => firefox.evaluate(`${items}.indexOf(document.activeElement)`)
const hasFocus = `document.activeElement === ${button}`

it('menu in Firefox: takes the focus, is walked and closed by keys, and gives the focus back', {
  timeout: patienceMs,
}, async () => {
  await firefox.goto(await rig.demoLink())
  const into = `[...document.querySelectorAll('button')].find((each) => each.textContent === 'Enter the demo')`
  await firefox.waitFor(`${into} !== undefined`)
  await firefox.evaluate(`${into}.click()`)
  await firefox.waitFor(`${button} !== null`)
  await firefox.evaluate(press)
  await firefox.waitFor(isOpen)
  await firefox.waitFor(`${items}.indexOf(document.activeElement) === 0`)
  const last = Number(await firefox.evaluate(`${items}.length`)) - 1
  expect(last).toBeGreaterThan(0)
  await firefox.press(down)
  expect(await place()).toBe(1)
  await firefox.press(up + up)
  expect(await place()).toBe(last)
  await firefox.press(down)
  expect(await place()).toBe(0)
  // Below its button, inside the window.
  expect(
    await firefox.evaluate(`(() => {
      const { top, left, right } = document.querySelector('[role=menu]:popover-open').getBoundingClientRect()
      return top >= ${button}.getBoundingClientRect().bottom && left >= 0 && right <= innerWidth
    })()`),
  ).toBe(true)
  await firefox.press(leave)
  await firefox.waitFor(`!(${isOpen})`)
  expect(await firefox.evaluate(hasFocus)).toBe(true)
  await firefox.evaluate(press)
  await firefox.waitFor(`${items}.indexOf(document.activeElement) === 0`)
  await firefox.press(tab)
  await firefox.waitFor(`!(${isOpen})`)
})
