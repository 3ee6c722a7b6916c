import { describe, expect, it } from 'vitest'
import { cleanField, lineBatches } from './lines.ts'

async function linesOf(bytes: Uint8Array, chunkSize = bytes.length): Promise<string[]> {
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += chunkSize) yield Buffer.from(bytes.subarray(at, at + chunkSize))
  }
  const lines: string[] = []
  for await (const batch of lineBatches(chunks())) lines.push(...batch.map((line) => line.trimEnd()))
  return lines
}

const windows1251 = (text: string) =>
  Buffer.from(
    [...text].map((char) =>
      char >= 'А' && char <= 'я' ? char.charCodeAt(0) - 0x410 + 0xc0 : char.charCodeAt(0),
    ),
  )

describe('lines of a text table', () => {
  it.each([
    ['UTF-8', Buffer.from('Оператор;Регион\nдва')],
    ['UTF-8 with a byte order mark', Buffer.from('\ufeffОператор;Регион\nдва')],
    ['windows-1251', windows1251('Оператор;Регион\nдва')],
    ['UTF-16 with a byte order mark', Buffer.from('\ufeffОператор;Регион\nдва', 'utf16le')],
    ['CRLF and an empty end', Buffer.from('Оператор;Регион\r\nдва\r\n\r\n')],
  ])('are read from %s', async (_, bytes) => {
    expect((await linesOf(bytes)).filter((line) => line !== '')).toEqual(['Оператор;Регион', 'два'])
  })

  it('do not depend on where the chunks are cut', async () => {
    const text = Array.from({ length: 9000 }, (_, at) => `${at};Ёжик №${at}`)
    const bytes = Buffer.from(text.join('\r\n'))
    expect(await linesOf(bytes, 4093)).toEqual(text)
  })

  it('are refused when the text stops being UTF-8 in the middle', async () => {
    const bytes = Buffer.concat([Buffer.from('привет\n'.repeat(6000)), windows1251('привет')])
    await expect(linesOf(bytes, 70_000)).rejects.toThrow('not valid UTF-8')
  })

  it('are refused when a line has no end', async () => {
    await expect(linesOf(Buffer.alloc(200_000, 'x'), 50_000)).rejects.toThrow('a line is too long')
  })
})

describe('field of a text table', () => {
  it.each([
    ['ООО "Т2 Мобайл"', 'ООО "Т2 Мобайл"'],
    ['"ООО ""Т2 Мобайл"""', 'ООО "Т2 Мобайл"'],
    ['"Краснодарский край"', 'Краснодарский край'],
    ['"А" и "Б"', '"А" и "Б"'],
    ['\t900 \r', '900'],
    ['""', ''],
    ['"', '"'],
  ])('%j is %j', (raw, clean) => {
    expect(cleanField(raw)).toBe(clean)
  })
})
