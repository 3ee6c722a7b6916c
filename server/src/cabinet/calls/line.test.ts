import { expect, it } from 'vitest'
import { callTo } from '../../../test/store-contract/fixture.ts'
import type { CallRecord } from '../../books/call.ts'
import { lineOf } from './line.ts'

it('line of a call: the operator has the name that the page Quality uses, of the network it was ported to', () => {
  const call = callTo('79611234567', { accountId: 1, serviceId: 1 })
  const shown = { isMoneyShown: false, mayShowCode: false }
  const named = (operator: string, portedTo: string) =>
    lineOf({ ...call, operator, portedTo, details: null } as unknown as CallRecord, shown).operator
  expect(named('ПАО "ВымпелКом"', '')).toBe('Билайн')
  expect(named('ПАО "ВымпелКом"', 'ООО "Т2 Мобайл"')).toBe('T2')
})
