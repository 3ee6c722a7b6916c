// Reads the entries of a zip archive from its central directory (PKWARE APPNOTE 6.3, section 4.3).
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { crc32, createInflateRaw } from 'node:zlib'

export interface ZipEntry {
  readonly name: string
  readonly method: number
  readonly crc: number
  readonly packedBytes: number
  readonly unpackedBytes: number
  readonly localHeaderAt: number
}

const endSignature = 0x06054b50
const zip64LocatorSignature = 0x07064b50
const zip64EndSignature = 0x06064b50
const entrySignature = 0x02014b50
const localSignature = 0x04034b50
const endLength = 22
const maxCommentLength = 0xffff
/** An archive of tables holds a handful of files; a directory larger than this is not one. */
const maxDirectoryBytes = 1 << 20
/** For all entries together. The largest table that we know, every ported number of a country, has less than 2 GiB. */
export const maxUnpackedBytes = 4 * 1024 ** 3
const stored = 0
const deflated = 8
const encryptedFlag = 1
const in32 = 0xffffffff
const in16 = 0xffff

export async function zipEntries(path: string): Promise<ZipEntry[]> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const { at, bytes, count } = await directoryOf(file, size)
    if (bytes > maxDirectoryBytes || at + bytes > size) throw new Error('the zip directory is damaged')
    const entries = entriesOf(await readAt(file, at, bytes), count)
    requireBound(entries)
    return entries
  } finally {
    await file.close()
  }
}

/** A few kilobytes can unpack to petabytes. The sizes in the directory are a limit that `zipEntryBytes` enforces. */
function requireBound(entries: readonly ZipEntry[]): void {
  const bytes = entries.reduce((sum, { unpackedBytes }) => sum + unpackedBytes, 0)
  if (bytes <= maxUnpackedBytes) return
  throw new Error(`the zip file unpacks to ${bytes} bytes: expected at most ${maxUnpackedBytes}`)
}

/** The unpacked bytes; throws at the end when they differ from what the directory says. */
export async function* zipEntryBytes(path: string, entry: ZipEntry): AsyncGenerator<Buffer> {
  const start = await dataStart(path, entry)
  if (entry.packedBytes === 0 && entry.unpackedBytes > 0) throw new Error(`"${entry.name}" is cut off`)
  const packed = createReadStream(path, { start, end: start + Math.max(entry.packedBytes, 1) - 1 })
  const source = entry.method === stored ? packed : packed.pipe(createInflateRaw())
  packed.on('error', (cause) => source.destroy(cause))
  let crc = 0
  let bytes = 0
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > entry.unpackedBytes) throw new Error(`"${entry.name}" is larger than its directory says`)
      crc = crc32(chunk, crc)
      yield chunk
    }
  } finally {
    packed.destroy()
  }
  if (bytes !== entry.unpackedBytes) throw new Error(`"${entry.name}" is cut off`)
  if (crc !== entry.crc) throw new Error(`"${entry.name}" has a wrong checksum`)
}

async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length)
  const { bytesRead } = await file.read(buffer, 0, length, at)
  if (bytesRead !== length) throw new Error('the zip file is cut off')
  return buffer
}

async function directoryOf(file: FileHandle, size: number) {
  const tailAt = Math.max(0, size - endLength - maxCommentLength)
  const tail = await readAt(file, tailAt, size - tailAt)
  for (let at = tail.length - endLength; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== endSignature) continue
    const end = {
      count: tail.readUInt16LE(at + 10),
      bytes: tail.readUInt32LE(at + 12),
      at: tail.readUInt32LE(at + 16),
    }
    const isZip64 = end.count === in16 || end.bytes === in32 || end.at === in32
    return isZip64 ? zip64Directory(file, tailAt + at - 20) : end
  }
  throw new Error('the zip file is cut off: it has no directory')
}

/** 4.3.14 and 4.3.15: the locator is right before the end record. */
async function zip64Directory(file: FileHandle, locatorAt: number) {
  const locator = await readAt(file, Math.max(0, locatorAt), 20)
  if (locator.readUInt32LE(0) !== zip64LocatorSignature) throw new Error('the zip directory is damaged')
  const end = await readAt(file, Number(locator.readBigUInt64LE(8)), 56)
  if (end.readUInt32LE(0) !== zip64EndSignature) throw new Error('the zip directory is damaged')
  return {
    count: Number(end.readBigUInt64LE(32)),
    bytes: Number(end.readBigUInt64LE(40)),
    at: Number(end.readBigUInt64LE(48)),
  }
}

function entriesOf(directory: Buffer, count: number): ZipEntry[] {
  const entries: ZipEntry[] = []
  let at = 0
  while (entries.length < count) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== entrySignature)
      throw new Error('the zip directory is damaged')
    const nameLength = directory.readUInt16LE(at + 28)
    const extraLength = directory.readUInt16LE(at + 30)
    const next = at + 46 + nameLength + extraLength + directory.readUInt16LE(at + 32)
    if (next > directory.length) throw new Error('the zip directory is damaged')
    const name = directory.toString('utf8', at + 46, at + 46 + nameLength)
    const method = directory.readUInt16LE(at + 10)
    if (directory.readUInt16LE(at + 8) & encryptedFlag) throw new Error(`"${name}" is encrypted`)
    if (method !== stored && method !== deflated) throw new Error(`"${name}" is packed in an unknown way`)
    const wide = zip64Fields(directory.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength))
    const field = (value: number) => (value === in32 ? (wide.shift() ?? value) : value)
    const unpackedBytes = field(directory.readUInt32LE(at + 24))
    const packedBytes = field(directory.readUInt32LE(at + 20))
    const localHeaderAt = field(directory.readUInt32LE(at + 42))
    entries.push({
      name,
      method,
      crc: directory.readUInt32LE(at + 16),
      packedBytes,
      unpackedBytes,
      localHeaderAt,
    })
    at = next
  }
  return entries
}

/** 4.5.3: the 64-bit values are in the order of the fields that overflowed. */
function zip64Fields(extra: Buffer): number[] {
  for (let at = 0; at + 4 <= extra.length; ) {
    const length = extra.readUInt16LE(at + 2)
    if (extra.readUInt16LE(at) === 1) {
      const count = Math.min(3, Math.floor(Math.min(length, extra.length - at - 4) / 8))
      return Array.from({ length: count }, (_, index) => Number(extra.readBigUInt64LE(at + 4 + index * 8)))
    }
    at += 4 + length
  }
  return []
}

/** 4.3.7: the local header repeats the name and may have another extra field than the directory. */
async function dataStart(path: string, entry: ZipEntry): Promise<number> {
  const file = await open(path)
  try {
    const local = await readAt(file, entry.localHeaderAt, 30)
    if (local.readUInt32LE(0) !== localSignature) throw new Error(`"${entry.name}" is damaged`)
    return entry.localHeaderAt + 30 + local.readUInt16LE(26) + local.readUInt16LE(28)
  } finally {
    await file.close()
  }
}
