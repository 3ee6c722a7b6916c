import { expect, it } from 'vitest'
import { priceList } from '../books/price-list.ts'
import { testNumbers, testOf } from '../books/test-numbers.ts'
import type { WorkflowRule } from '../storage/queries/services.ts'
import { type PreviewFacts, previewWorkflow } from './preview-workflow.ts'

const tariff = priceList({
  code: 'uni',
  name: 'uni',
  chargesFailed: false,
  chargesSuspects: false,
  chargesOnApproval: false,
  refusesOwnCodes: false,
  prices: [
    { mode: 'flash', prefix: '', priceUnits: 8_000 },
    { mode: 'voice', prefix: '7', priceUnits: 20_000 },
    { mode: 'inbound', prefix: '', priceUnits: 5_000 },
  ],
})
const rules: readonly WorkflowRule[] = [
  { match: { country: 'KZ' }, steps: [{ mode: 'voice', seconds: 30 }] },
  {
    match: { operator: 'мтс', prefix: '7916' },
    steps: [
      { mode: 'flash', seconds: 15 },
      { mode: 'mix', seconds: 20 },
      { mode: 'inbound', seconds: 60 },
    ],
  },
]
const russian = { e164: '79161234567', countryIso: 'RU', callingCode: 7, national: '9161234567' }
const facts: PreviewFacts = {
  rules,
  allowedCountries: [],
  phone: russian,
  test: undefined,
  operator: 'МТС',
  isBlocked: false,
  isPremium: false,
  tariff,
  hasConfirmationNumbers: true,
  codeLength: 4,
  gateways: [],
}
const previewed = (part: Partial<PreviewFacts>) => {
  const { rule, steps, maxCostUnits } = previewWorkflow({ ...facts, ...part })
  return [
    rule,
    steps.map(({ mode, skipReason, priceUnits }) => [mode, skipReason ?? priceUnits]),
    maxCostUnits,
  ]
}

it('workflow preview: the first rule that matches decides, and the steps that can start are added up', () => {
  // The tariff has no price for mix.
  expect(previewed({})).toEqual([
    1,
    [
      ['flash', 8_000],
      ['mix', 'no_route'],
      ['inbound', 5_000],
    ],
    13_000,
  ])
  expect(previewed({ operator: 'Билайн' })).toEqual([
    null,
    [
      ['flash', 8_000],
      ['voice', 20_000],
    ],
    28_000,
  ])
})

it('workflow preview: names what a mode, a country, a range and missing numbers do not allow', () => {
  expect(previewed({ hasConfirmationNumbers: false })[1]).toContainEqual(['inbound', 'no_route'])
  expect(previewed({ allowedCountries: ['KZ'] })).toEqual([
    1,
    [
      ['flash', 'country_not_allowed'],
      ['mix', 'country_not_allowed'],
      ['inbound', 'country_not_allowed'],
    ],
    0,
  ])
  expect(previewed({ isPremium: true, rules: [] })[1]).toEqual([
    ['flash', 'number_not_served'],
    ['voice', 'number_not_served'],
  ])
  const german = { e164: '491511234567', countryIso: 'DE', callingCode: 49, national: '1511234567' }
  expect(previewed({ phone: german, operator: '' })[1]).toEqual([
    ['flash', 8_000],
    ['voice', 'no_route'],
  ])
})

it('workflow preview: a longer code leaves out calls that show it, and test numbers cost nothing', () => {
  expect(previewed({ codeLength: 6, rules: [] })).toEqual([null, [['voice', 20_000]], 20_000])
  expect(previewed({ test: testNumbers.get('79000000001'), rules: [] })[2]).toBe(0)
})

it('workflow preview: a test number that the service does not serve is skipped', () => {
  const test = testOf('79000000001', { testNumbers: null }, { demo: false }, 'v2')
  expect(previewed({ test, rules: [] })).toEqual([
    null,
    [
      ['flash', 'number_not_served'],
      ['voice', 'number_not_served'],
    ],
    0,
  ])
})
