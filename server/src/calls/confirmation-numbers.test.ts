import { expect, it } from 'vitest'
import { ConfirmationNumbers } from './confirmation-numbers.ts'

const pool = new ConfirmationNumbers({
  numbers: [
    ['74950000001', {}],
    ['77270000001', {}],
    ['78000000001', { tollFree: true, countries: ['RU'] }],
    ['74950000002', { trunks: ['alpha'] }],
    ['78000000002', { tollFree: true, trunks: ['alpha'], countries: ['RU'] }],
    ['74950000003', { trunks: ['alpha', 'open'] }],
  ].map(([number, marks]) => ({
    number: number as string,
    demo: false,
    trunks: [],
    tollFree: false,
    countries: [],
    thanks: false,
    ...(marks as object),
  })),
  networkOf: (trunk) => (trunk === 'alpha' ? 'ПАО «Альфа»' : null),
  countryOf: (number) => (number.startsWith('77') ? 'KZ' : 'RU'),
})

it.each([
  [
    'toll-free numbers come first, and a trunk of another network last',
    { country: 'RU', network: 'Бета' },
    [['78000000001'], ['74950000001', '74950000003'], ['77270000001'], ['78000000002'], ['74950000002']],
  ],
  [
    'numbers of the own network come before others of the same price',
    { country: 'RU', network: 'пао альфа' },
    [['78000000002'], ['78000000001'], ['74950000002'], ['74950000001', '74950000003'], ['77270000001']],
  ],
  [
    'numbers of the own country come before foreign ones, and those of other countries are not given',
    { country: 'KZ', network: '' },
    [['77270000001'], ['74950000001', '74950000003'], ['74950000002']],
  ],
])('confirmation numbers: %s', (_, caller, expected) => {
  expect(pool.for(caller)).toEqual(expected)
})
