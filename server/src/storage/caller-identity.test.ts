import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type CallerRecord, callerLevels, demandedLevels, meetsLevel, readCaller } from './caller-identity.ts'

it('caller level: a demand is met by its level and by higher ones, never by a caller who is not believed', () => {
  const met = demandedLevels.map((demanded) => callerLevels.filter((level) => meetsLevel(level, demanded)))
  expect(met).toEqual([['low', 'medium', 'high'], ['medium', 'high'], ['high']])
})

it('caller record: is read as it was written, and any other text gives none', () => {
  const caller: CallerRecord = {
    level: 'high',
    source: 'asserted',
    why: 'asserted',
    verstat: 'passed',
    signals: ['verstat-passed'],
    rejectedBy: null,
  }
  expect(readCaller(JSON.stringify(caller))).toEqual(caller)
  for (const text of [null, '', '{}', 'null', '[]', '{"level":"great","source":"from"}'])
    expect(readCaller(text)).toBeNull()
  fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => readCaller(text) === null))
})
