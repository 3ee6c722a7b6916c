import { expect, it } from 'vitest'
import { sendsMedia } from './learned-traits.ts'

it('media trait: known after 20 spoken codes, when four in five brought media; refused calls do not count', () => {
  const trait = (heard: number, silent: number, refused = 0) => sendsMedia({ heard, silent, refused })
  expect([trait(0, 0), trait(19, 0), trait(20, 0)]).toEqual([false, false, true])
  expect([trait(80, 20), trait(79, 21)]).toEqual([true, false])
  expect([trait(0, 0, 50), trait(19, 0, 50), trait(20, 0, 50)]).toEqual([false, false, true])
})
