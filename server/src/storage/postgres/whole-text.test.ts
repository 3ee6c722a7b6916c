import { assert, property, string, stringMatching } from 'fast-check'
import { expect, it } from 'vitest'
import { originalText, storedText } from './whole-text.ts'

it.each(['', 'Анна', '\0', 'a\0b', '\uffff', '\uffff0', '\uffff1', '\0\uffff\0', '0\uffff\uffff1\0'])(
  'keeps %j',
  (text) => {
    expect(storedText(text)).not.toContain('\0')
    expect(originalText(storedText(text))).toBe(text)
  },
)

it('text encoding: any string is read back as it was written', () => {
  const texts = [string({ unit: 'binary' }), stringMatching(/^[\0\uffff01a]*$/)]
  for (const any of texts) {
    assert(
      property(any, (text) => {
        const stored = storedText(text)
        return !stored.includes('\0') && originalText(stored) === text
      }),
    )
  }
})
