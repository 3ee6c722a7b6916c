import { writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { zip64Of, zipOf } from '../../../test/numbering/archives.ts'
import { temporaryFile } from '../../../test/numbering/folders.ts'
import { maxUnpackedBytes, openZip } from './zip.ts'

const text = Buffer.from('Number,OwnerId\r\n'.repeat(2000))

async function contentOf(path: string): Promise<Record<string, string>> {
  const content: Record<string, string> = {}
  using zip = await openZip(path)
  for (const entry of zip.entries) {
    const chunks: Buffer[] = []
    for await (const chunk of zip.bytesOf(entry)) chunks.push(chunk)
    content[entry.fileName] = Buffer.concat(chunks).toString()
  }
  return content
}

describe('zip archives', () => {
  it.each(['stored', 'deflated'] as const)('gives back what was %s', async (method) => {
    const path = await temporaryFile(
      'a.zip',
      zipOf({ 'one.csv': text, 'папка/two.csv': Buffer.from('x') }, method),
    )
    expect(await contentOf(path)).toEqual({ 'one.csv': text.toString(), 'папка/two.csv': 'x' })
  })

  it('reads an archive with a comment behind its end', async () => {
    const archive = zipOf({ 'one.csv': text })
    archive.writeUInt16LE(5, archive.length - 2)
    const path = await temporaryFile('a.zip', Buffer.concat([archive, Buffer.from('hello')]))
    expect(await contentOf(path)).toEqual({ 'one.csv': text.toString() })
  })

  it('reads sizes of 64 bits', async () => {
    const path = await temporaryFile('a.zip', zip64Of('one.csv', text))
    expect(await contentOf(path)).toEqual({ 'one.csv': text.toString() })
  })

  it('reports an error when the bytes were changed', async () => {
    const archive = zipOf({ 'one.csv': text }, 'stored')
    archive[100]! ^= 1
    const path = await temporaryFile('a.zip', archive)
    await expect(contentOf(path)).rejects.toThrow(
      '"one.csv" of the zip file cannot be read: its checksum is wrong',
    )
  })

  it('reports an error when the file was cut off at any place', async () => {
    const archive = zipOf({ 'one.csv': text, 'two.csv': text })
    const path = await temporaryFile('a.zip', archive)
    for (let length = 1; length < archive.length; length += 7) {
      await writeFile(path, archive.subarray(0, length))
      await expect(contentOf(path)).rejects.toThrow(/zip/)
    }
  })

  it('zip file: is refused when its entries unpack to more than the bound', async () => {
    const archive = zipOf({ 'one.csv': text, 'two.csv': text })
    const directoryAt = archive.readUInt32LE(archive.length - 6)
    archive.writeUInt32LE(0xfffffffe, directoryAt + 24)
    const path = await temporaryFile('a.zip', archive)
    await expect(openZip(path)).rejects.toThrow(`unpacks to more than ${maxUnpackedBytes} bytes`)
  })

  it('never returns more bytes than the directory says', async () => {
    const archive = zipOf({ 'one.csv': text })
    const directoryAt = archive.readUInt32LE(archive.length - 6)
    archive.writeUInt32LE(10, directoryAt + 24)
    const path = await temporaryFile('a.zip', archive)
    await expect(contentOf(path)).rejects.toThrow('too many bytes in the stream. expected 10.')
  })

  it('refuses entries that are encrypted or use another compression', async () => {
    const archive = zipOf({ 'one.csv': text })
    const directoryAt = archive.readUInt32LE(archive.length - 6)
    archive.writeUInt16LE(0x801, directoryAt + 8)
    await expect(contentOf(await temporaryFile('a.zip', archive))).rejects.toThrow('entry is encrypted')
    archive.writeUInt16LE(0x800, directoryAt + 8)
    archive.writeUInt16LE(93, directoryAt + 10)
    await expect(contentOf(await temporaryFile('a.zip', archive))).rejects.toThrow(
      'unsupported compression method: 93',
    )
  })
})
