import { expect, it } from 'vitest'
import { refusals } from './refusals.ts'

const rows = Object.entries(refusals)
const texts = rows.flatMap(([why, { v1, cabinet }]) =>
  Object.entries({ v1, cabinet }).flatMap(([where, both]) =>
    both === null ? [] : [{ what: `${why}, ${where}`, en: both[0] as string, ru: both[1] as string }],
  ),
)

it('refusals: each text is there in both languages, in the right place', () => {
  const wrong = texts.filter(({ en, ru }) => en === '' || /[а-яё]/i.test(en) || !/[а-яё]/i.test(ru))
  expect(wrong.map(({ what }) => what)).toEqual([])
})

it('refusals: a text names nothing that is not filled in', () => {
  const names = texts.flatMap(({ en, ru }) =>
    [...`${en} ${ru}`.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
  )
  expect(names.filter((name) => name !== 'seconds')).toEqual([])
})

it('refusals: of those that share a code of /v1.0 one takes the text of the code, but for two that mean the same', () => {
  const byCode = Map.groupBy(
    rows.filter(([, { codes, v1 }]) => codes.v1 !== null && v1 === null),
    ([, { codes }]) => codes.v1,
  )
  const shared = [...byCode.values()]
    .map((some) => some.map(([why]) => why))
    .filter((some) => some.length > 1)
  expect(shared).toEqual([['full', 'overloaded']])
})
