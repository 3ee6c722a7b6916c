import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseCsv } from './parse-csv.ts'

describe('CSV', () => {
  it.each<[string, string[][] | undefined]>([
    [
      'a,b\r\n1,2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      '\uFEFFa;b\n"x;1";"say ""hi"""\n\n',
      [
        ['a', 'b'],
        ['x;1', 'say "hi"'],
      ],
    ],
    [
      'a,b\n1,',
      [
        ['a', 'b'],
        ['1', ''],
      ],
    ],
    [
      'a,b\n"two\nlines",=1',
      [
        ['a', 'b'],
        ['two\nlines', '=1'],
      ],
    ],
    ["a\n'=1+1\n", [['a'], ['=1+1']]],
    ['a\nan "inner" quote', [['a'], ['an "inner" quote']]],
    ['a\n"open', undefined],
    ['', []],
  ])('is read: %j', (text, records) => {
    expect(parseCsv(text)).toEqual(records)
  })

  it('what was quoted is read as it was, without space around it', () => {
    const word = fc.string().map((text) => text.replace(/^['\s]+/, '').trim())
    fc.assert(
      fc.property(fc.array(word, { minLength: 2, maxLength: 4 }), (cells) => {
        const row = cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')
        const records = parseCsv(`a,b\n${row}`)!
        expect(records[1] ?? cells.map(() => '')).toEqual(cells)
      }),
    )
  })
})
