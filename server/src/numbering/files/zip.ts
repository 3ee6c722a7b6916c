import { crc32 } from 'node:zlib'
import { type Entry, openPromise, type ZipFile } from 'yauzl'

/** For all entries together. The largest table that we know, every ported number of a country, has less than 2 GiB. */
export const maxUnpackedBytes = 4 * 1024 ** 3
/** An archive of tables holds a handful of files. */
const maxEntries = 1_000

export async function openZip(path: string) {
  const file = await openPromise(path, { autoClose: false, lazyEntries: true }).catch(refuse)
  try {
    const entries = await entriesOf(file)
    return { entries, bytesOf: (entry: Entry) => bytesOf(file, entry), [Symbol.dispose]: () => file.close() }
  } catch (cause) {
    file.close()
    return refuse(cause as Error)
  }
}

/** A few kilobytes can unpack to petabytes. Yauzl holds each entry to the size that the directory says. */
async function entriesOf(file: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = []
  let bytes = 0
  for await (const entry of file.eachEntry()) {
    entries.push(entry)
    bytes += entry.uncompressedSize
    if (entries.length > maxEntries) throw new Error(`it has more than ${maxEntries} files`)
    if (bytes > maxUnpackedBytes) throw new Error(`it unpacks to more than ${maxUnpackedBytes} bytes`)
  }
  return entries
}

/** The unpacked bytes; throws when they are not what the directory says. */
async function* bytesOf(file: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  let crc = 0
  try {
    const unpacked = await file.openReadStreamPromise(entry)
    for await (const chunk of unpacked as AsyncIterable<Buffer>) {
      crc = crc32(chunk, crc)
      yield chunk
    }
  } catch (cause) {
    refuse(cause as Error, entry.fileName)
  }
  // Yauzl leaves this to its caller.
  if (crc !== entry.crc32) refuse(new Error('its checksum is wrong'), entry.fileName)
}

function refuse(cause: Error, entry?: string): never {
  const what = entry === undefined ? 'the zip file' : `"${entry}" of the zip file`
  throw new Error(`${what} cannot be read: ${cause.message}`, { cause })
}
