import { expect, it } from 'vitest'
import { knownSettings, settingChanges } from './setting-changes.ts'

it('changes of settings: new ones, removed ones and other defaults are told', () => {
  const before = { RINGKEY_A: 1, RINGKEY_B: ['RU'], RINGKEY_C: null, RINGKEY_OLD: 'x' }
  const now = { RINGKEY_A: 2, RINGKEY_B: ['RU'], RINGKEY_C: null, RINGKEY_NEW: null }
  expect(settingChanges(before, now)).toEqual({
    added: ['RINGKEY_NEW'],
    removed: ['RINGKEY_OLD'],
    defaults: [{ name: 'RINGKEY_A', was: 1, is: 2 }],
  })
})

it('changes of settings: a version does not differ from itself, also after it was stored as JSON', () => {
  const known = knownSettings()
  expect(known).toMatchObject({ RINGKEY_PORT: 8080, RINGKEY_DATABASE_URL: null })
  const nothing = { added: [], removed: [], defaults: [] }
  expect(settingChanges(JSON.parse(JSON.stringify(known)), known)).toEqual(nothing)
})
