// A table may be plain text, gzipped, or an entry of a zip archive; the first bytes show which.
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { createGunzip } from 'node:zlib'
import { openZip } from './zip.ts'

export interface Table {
  readonly name: string
  /** Unpacked bytes. */
  readonly bytes: AsyncIterable<Buffer>
  /** The part that was read so far, 0 to 1. */
  share(): number
}

/** How far the reading of a table has come. */
export interface ReadProgress {
  readonly file: string
  /** 0 to 1 */
  readonly share: number
  readonly rows: number
}

/** Unpacking stops here: the largest real table, a full porting export, has about 3 GB. */
const maxUnpackedBytes = 16 * 2 ** 30

export async function* tablesIn(path: string): AsyncGenerator<Table> {
  const { size } = await stat(path)
  if (size === 0) throw new Error('the file is empty')
  const start = await firstBytes(path)
  if (start[0] === 0x50 && start[1] === 0x4b) {
    using zip = await openZip(path)
    const entries = zip.entries.filter((entry) => /\.(csv|txt)$/i.test(entry.fileName))
    if (entries.length === 0) throw new Error('the zip file holds no .csv or .txt')
    for (const entry of entries) {
      const name = `${basename(path)}/${entry.fileName}`
      yield counted(name, zip.bytesOf(entry), (read) => read / Math.max(1, entry.uncompressedSize))
    }
    return
  }
  const file = createReadStream(path)
  try {
    const share = () => file.bytesRead / size
    if (start[0] === 0x1f && start[1] === 0x8b) {
      const unpacked = createGunzip()
      file.on('error', (cause) => unpacked.destroy(cause))
      yield counted(basename(path), file.pipe(unpacked), share)
    } else yield counted(basename(path), file, share)
  } finally {
    file.destroy() // a reader that stopped early leaves it open
  }
}

async function firstBytes(path: string): Promise<Buffer> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0)
  return buffer.subarray(0, bytesRead)
}

function counted(name: string, chunks: AsyncIterable<Buffer>, shareOf: (readBytes: number) => number): Table {
  let readBytes = 0
  async function* bytes(): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      readBytes += chunk.length
      if (readBytes > maxUnpackedBytes) throw new Error('the table is larger than any real one')
      yield chunk
    }
  }
  return { name, bytes: bytes(), share: () => Math.min(1, shareOf(readBytes)) }
}
