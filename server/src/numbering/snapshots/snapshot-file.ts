import { type FileHandle, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { crc32 } from 'node:zlib'
import {
  CorruptSnapshot,
  decodeSnapshot,
  encodeSnapshot,
  prologueBytes,
  type SnapshotContent,
} from './snapshot-format.ts'

/** Other work can run between the chunks: 4 MB are read and checksummed in under a millisecond. */
const chunkBytes = 4 * 2 ** 20
/** Forty million ported numbers take 124 MB. */
const maxSnapshotBytes = 2 ** 30

export async function readSnapshot<Meta>(path: string, kind: string): Promise<SnapshotContent<Meta>> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    if (size > maxSnapshotBytes) throw new CorruptSnapshot('it is larger than any snapshot')
    const bytes = new ArrayBuffer(size)
    let checksum = 0
    for (let at = 0; at < size; ) {
      const chunk = Buffer.from(bytes, at, Math.min(chunkBytes, size - at))
      const { bytesRead } = await file.read(chunk, 0, chunk.length, at)
      if (bytesRead === 0) throw new CorruptSnapshot('it was cut off while it was read')
      checksum = crc32(chunk.subarray(Math.max(0, prologueBytes - at), bytesRead), checksum)
      at += bytesRead
    }
    return decodeSnapshot(bytes, checksum, kind)
  } finally {
    await file.close()
  }
}

export async function writeSnapshot<Meta>(path: string, content: SnapshotContent<Meta>): Promise<void> {
  await writeAtomically(path, encodeSnapshot(content))
}

/** Writes beside, syncs and renames: readers see the old file or the new one, also after a power failure. */
export async function writeAtomically(
  path: string,
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<void> {
  const beside = path + temporarySuffix
  const file = await open(beside, 'w', 0o600)
  try {
    for await (const piece of pieces) await writeFully(file, piece)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(beside, path)
  await syncFolder(dirname(path))
}

/** Makes the rename itself durable. Windows cannot open folders; its file system does this by itself. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** The suffix of files that a crashed writer leaves behind. */
export const temporarySuffix = '.part'

async function writeFully(file: FileHandle, piece: Uint8Array): Promise<void> {
  for (let at = 0; at < piece.length; ) {
    const { bytesWritten } = await file.write(piece, at, Math.min(chunkBytes, piece.length - at))
    at += bytesWritten
  }
}
