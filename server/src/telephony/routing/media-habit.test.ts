import { expect, it } from 'vitest'
import { sendsMedia } from './habits.ts'

it('media habit: known after 20 spoken codes, when four in five brought media; refused calls do not count', () => {
  const habit = (heard: number, silent: number, refused = 0) => sendsMedia({ heard, silent, refused })
  expect([habit(0, 0), habit(19, 0), habit(20, 0)]).toEqual([false, false, true])
  expect([habit(80, 20), habit(79, 21)]).toEqual([true, false])
  expect([habit(0, 0, 50), habit(19, 0, 50), habit(20, 0, 50)]).toEqual([false, false, true])
})
