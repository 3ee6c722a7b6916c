import { gzipSync } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import { zipOf } from '../../../test/numbering/archives.ts'
import { temporaryFile } from '../../../test/numbering/folders.ts'
import { MemoryRepository } from '../../../test/numbering/memory-repository.ts'
import {
  fixedFile,
  header8,
  importOptions,
  mobileFile,
  mobileRows,
} from '../../../test/numbering/sample-registry.ts'
import { importRegistry } from './import-registry.ts'
import { indexOf, registryStore } from './registry-snapshot.ts'

async function imported(repository: MemoryRepository) {
  const store = registryStore(repository)
  return indexOf(await store.read((await store.currentName())!))
}

async function importing(content: string | Uint8Array, changed: Parameters<typeof importOptions>[1] = {}) {
  const repository = new MemoryRepository()
  const summary = await importRegistry(
    [await temporaryFile('r.csv', content)],
    importOptions(repository, changed),
  )
  return { summary, index: await imported(repository) }
}

const windows1251 = (text: string) => {
  const table = new Map(
    Array.from({ length: 256 }, (_, byte) => [
      new TextDecoder('windows-1251').decode(Uint8Array.of(byte)),
      byte,
    ]),
  )
  return Uint8Array.from([...text].map((char) => table.get(char)!))
}
const columns = (line: string, ...kept: number[]) => kept.map((at) => line.split(';')[at]).join(';')
const sixColumns = mobileFile
  .split('\n')
  .map((line) => columns(line, 0, 1, 2, 3, 4, 6))
  .slice(0, -1)
const sevenColumns = mobileFile
  .split('\n')
  .map((line) => columns(line, 0, 1, 2, 3, 4, 6, 7))
  .slice(0, -1)
const quoted = (line: string) =>
  line
    .split(';')
    .map((cell) => `"${cell.replaceAll('"', '""')}"`)
    .join(';')

describe('every layout of the registry', () => {
  it.each<[string, string | Uint8Array]>([
    ['eight columns, UTF-8', mobileFile],
    ['eight columns, UTF-8 with a byte order mark', '\ufeff' + mobileFile],
    ['eight columns without a header', mobileRows.join('\n')],
    ['seven columns', sevenColumns.join('\n')],
    ['six columns with CRLF', sixColumns.join('\r\n')],
    ['six columns without a header, no line end at the end', sixColumns.slice(1).join('\n')],
    ['windows-1251', windows1251(sixColumns.join('\n'))],
    ['tabs around the separator', mobileFile.replaceAll(';', '\t;\t')],
    ['quoting', mobileFile.split('\n').map(quoted).slice(0, -1).join('\n')],
    ['gzip', gzipSync(mobileFile)],
    ['zip', zipOf({ 'DEF-9xx.csv': Buffer.from(mobileFile) })],
    [
      'zip of several files',
      zipOf({
        'a.csv': Buffer.from([header8, ...mobileRows.slice(0, 3)].join('\n')),
        'b.csv': Buffer.from([header8, ...mobileRows.slice(3)].join('\n')),
        'readme.md': Buffer.from('x'),
      }),
    ],
  ])('%s', async (_, content) => {
    const { index, summary } = await importing(content)
    expect(summary.ranges).toBe(6)
    expect(index.rangeAt(index.find('9000250000'))).toMatchObject({
      first: '9000200000',
      last: '9000299999',
      network: { name: 'ООО "ЕКАТЕРИНБУРГ-2000"' },
      place: { region: 'Свердловская область', city: '' },
    })
    expect(index.find('9000300000')).toBe(-1)
    expect(index.find('9010000000')).toBe(-1)
  })
})

describe('operators in the registry', () => {
  it('with one INN in several spellings are one, named by the spelling with the most numbers', async () => {
    const { index } = await importing(
      [
        header8,
        '900;0000000;0000009;10;ООО "Т2 Мобайл";-;Тверская область;7743895280',
        '900;0000010;0000999;990;ООО "Т2 МОБАЙЛ";-;Тверская область;7743895280',
      ].join('\n'),
    )
    expect(index.tables.networks).toEqual([{ name: 'ООО "Т2 МОБАЙЛ"', inn: '7743895280' }])
  })

  it('without an INN take it from the same name with an INN', async () => {
    const repository = new MemoryRepository()
    const mobile = await temporaryFile(
      '9.csv',
      `${header8}\n916;0;9;10;ПАО «Ростелеком»;-;Тверская область;7707049388`,
    )
    await importRegistry([mobile, await temporaryFile('3.csv', fixedFile)], importOptions(repository))
    const index = await imported(repository)
    expect(index.networkAt(index.find('3012110000')).inn).toBe('7707049388')
  })

  it('whose name has two INNs give none to others', async () => {
    const { index } = await importing(
      [
        header8,
        '900;0;9;10;ООО "А";-;Тверская область;7700000001',
        '900;10;19;10;ООО "А";-;Тверская область;7700000002',
        '900;20;29;10;ООО "А";-;Тверская область;-',
      ].join('\n'),
    )
    expect(index.networkAt(index.find('9000000025')).inn).toBe('')
  })
})

describe('registry codes of a first digit that the imported files lack', () => {
  it('are kept when the files contain only some first digits', async () => {
    const repository = new MemoryRepository()
    await importRegistry([await temporaryFile('9.csv', mobileFile)], importOptions(repository))
    const summary = await importRegistry([await temporaryFile('3.csv', fixedFile)], importOptions(repository))
    expect(summary).toMatchObject({ ranges: 8, keptFirstDigits: '9' })
    const index = await imported(repository)
    expect(index.placeAt(index.find('9233500000'))).toEqual({ region: 'Красноярский край', city: 'Норильск' })
    expect(index.placeAt(index.find('3012120000'))).toEqual({
      region: 'Республика Бурятия',
      city: 'Улан-Удэ',
    })
    expect(index.covers('4951234567')).toBe(false)
  })

  it('are kept, and their files are still listed in the record', async () => {
    const repository = new MemoryRepository()
    for (const [name, content] of [
      ['9.csv', mobileFile],
      ['3.csv', fixedFile],
      ['9b.csv', mobileFile],
    ] as const)
      await importRegistry([await temporaryFile(name, content)], importOptions(repository))
    const store = registryStore(repository)
    const { meta } = await store.read((await store.currentName())!)
    expect(meta.files.map((file) => file.name)).toEqual(['3.csv', '9b.csv'])
    expect(meta.importedAt).toBe('2026-08-01T00:00:00.000Z')
  })
})

describe('suspicious registry file', () => {
  const overlapping = [
    header8,
    ...mobileRows,
    '900;0050000;0150000;100001;ООО "Б";-;Тверская область;7700000009',
  ]
  const miscounted = [header8, ...mobileRows, '901;0000000;0000009;11;ООО "Б";-;Тверская область;7700000009']

  it('with overlaps is refused, and nothing is written', async () => {
    const repository = new MemoryRepository()
    const path = await temporaryFile('r.csv', overlapping.join('\n'))
    await expect(importRegistry([path], importOptions(repository))).rejects.toThrow(
      'overlapping ranges: 1, such as 900 0050000-0150000 (taken up to 0099999)',
    )
    expect(await registryStore(repository).currentName()).toBeUndefined()
  })

  it('with overlaps between two files is refused too', async () => {
    const [one, two] = [await temporaryFile('a.csv', mobileFile), await temporaryFile('b.csv', mobileFile)]
    await expect(importRegistry([one, two], importOptions(new MemoryRepository()))).rejects.toThrow(
      'overlapping ranges: 6',
    )
  })

  it('with overlaps is imported by force without the later ranges', async () => {
    const { index, summary } = await importing(overlapping.join('\n'), { force: true })
    expect(summary.overlooked).toHaveLength(1)
    expect(index.networkAt(index.find('9000050000')).name).toBe('ООО "Т2 Мобайл"')
  })

  it('with a wrong capacity is refused; with force it is imported without that row', async () => {
    await expect(importing(miscounted.join('\n'))).rejects.toThrow(
      'rows with a capacity that is not to - from + 1: 1',
    )
    const { index, summary } = await importing(miscounted.join('\n'), { force: true })
    expect(index.find('9010000005')).toBe(-1)
    expect(summary.files[0]).toMatchObject({
      rows: 7,
      refused: { 'wrong capacity': 1 },
      examples: [{ line: 8, reason: 'wrong capacity', text: miscounted.at(-1) }],
    })
  })

  it('with half of the rows missing is refused', async () => {
    const repository = new MemoryRepository()
    await importRegistry([await temporaryFile('9.csv', mobileFile)], importOptions(repository))
    const fewer = await temporaryFile('9.csv', [header8, ...mobileRows.slice(4)].join('\n'))
    await expect(importRegistry([fewer], importOptions(repository))).rejects.toThrow(
      '2 ranges where there were 6',
    )
    expect((await imported(repository)).size).toBe(6)
    expect((await importRegistry([fewer], importOptions(repository, { force: true }))).ranges).toBe(2)
  })

  it('with a tenth of the numbers missing is refused', async () => {
    const repository = new MemoryRepository()
    await importRegistry([await temporaryFile('9.csv', mobileFile)], importOptions(repository))
    const fewer = await temporaryFile(
      '9.csv',
      [header8, ...mobileRows.filter((row) => !row.startsWith('916'))].join('\n'),
    )
    await expect(importRegistry([fewer], importOptions(repository))).rejects.toThrow(
      '1300001 numbers where there were 11300001',
    )
  })

  it.each<[string, string | Uint8Array, RegExp]>([
    ['nothing', '', /is empty/],
    ['only a header', header8, /no row could be read/],
    ['something else', 'name,phone\nIvan,1', /columns are not those of the numbering registry/],
    [
      'rows of rubbish',
      [header8, ...mobileRows, '900;x;y;z;a;b;c;d'].join('\n'),
      /1 of 7 rows cannot be read/,
    ],
    ['half a gzip', gzipSync(mobileFile).subarray(0, 200), /unexpected end of file/],
    [
      'half a zip',
      zipOf({ 'a.csv': Buffer.from(mobileFile) }).subarray(0, 200),
      /zip file cannot be read: .*truncated/,
    ],
  ])('with %s in it is refused', async (_, content, message) => {
    await expect(importing(content)).rejects.toThrow(message)
  })

  it('that does not exist is named in the error', async () => {
    await expect(importRegistry(['/nowhere/r.csv'], importOptions(new MemoryRepository()))).rejects.toThrow(
      '/nowhere/r.csv: ENOENT',
    )
  })
})

it('import of the registry: reports its progress', async () => {
  const shares: number[] = []
  await importing(mobileFile, { onProgress: ({ share, rows }) => shares.push(share, rows) })
  expect(shares).toEqual([1, 6])
})

it('import of the registry: an interrupted one changes nothing, and the next one works', async () => {
  const repository = new MemoryRepository()
  await importRegistry([await temporaryFile('9.csv', mobileFile)], importOptions(repository))
  const next = await temporaryFile('3.csv', fixedFile)
  const away = vi.spyOn(repository, 'addSnapshotChunk').mockRejectedValueOnce(new Error('the store is away'))
  await expect(importRegistry([next], importOptions(repository))).rejects.toThrow('the store is away')
  away.mockRestore()
  expect(await registryStore(repository).list()).toMatchObject([{ current: true }])
  expect((await imported(repository)).size).toBe(6)
  await importRegistry([next], importOptions(repository))
  expect((await imported(repository)).size).toBe(8)
})
