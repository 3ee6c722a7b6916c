// The address of the list of verifications, as the API takes it.
import { expect, it } from 'vitest'
import { filtersIn } from '../../cabinet/src/pages/verifications/list/filters.ts'

it('the list of an account in the console is searched and saved as a file by the number of the account', () => {
  // In the body of a request a text in place of a number is refused.
  expect(filtersIn(new URLSearchParams('account=5&mode=flash'), null, true)).toEqual({
    account: 5,
    mode: 'flash',
  })
  expect(filtersIn(new URLSearchParams('account=5'), 7, false)).toEqual({ service: 7 })
})
