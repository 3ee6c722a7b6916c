import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { kindNames } from '../../cabinet/src/pages/alarms/texts.ts'
import { alarmKinds } from '../../server/src/alarms/alarm.ts'
import { alarmTexts } from '../../server/src/alarms/alarm-texts.ts'

const languages = ['en', 'ru'] as const

it('alarms: every kind has a sentence and a name in both languages, and a line in docs/operators.md', () => {
  const manual = readFileSync('docs/operators.md', 'utf8')
  for (const language of languages) {
    expect(Object.keys(alarmTexts[language]).sort()).toEqual([...alarmKinds].sort())
    expect(Object.keys(kindNames[language]).sort()).toEqual([...alarmKinds].sort())
  }
  expect(alarmKinds.filter((kind) => !manual.includes(`\`${kind}\``))).toEqual([])
})
