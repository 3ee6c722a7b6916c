// Copies snapshots to the repository and back, a chunk at a time, with a digest over the whole.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { NumberingProblem } from '../numbering-problem.ts'
import { writeAtomically } from './snapshot-file.ts'
import { encodeSnapshot, type SnapshotContent } from './snapshot-format.ts'
import { type PublishedFile, type SnapshotRepository, snapshotChunkBytes } from './snapshot-repository.ts'

/** SHA-256 of a file; undefined when the file does not exist. */
export async function digestOf(path: string): Promise<string | undefined> {
  const hash = createHash('sha256')
  try {
    for await (const piece of createReadStream(path, { highWaterMark: snapshotChunkBytes }))
      hash.update(piece)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw cause
  }
  return hash.digest('hex')
}

/** Writes a snapshot to the repository, not yet in use. Returns its number. */
export async function putFile<Meta>(
  repository: SnapshotRepository,
  { kind, above, content }: { kind: string; above: number; content: SnapshotContent<Meta> },
): Promise<number> {
  const pieces = encodeSnapshot(content)
  const hash = createHash('sha256')
  let bytes = 0
  for (const chunk of chunksOf(pieces)) {
    hash.update(chunk)
    bytes += chunk.length
  }
  const number = await repository.beginSnapshot({ kind, above, bytes, digest: hash.digest('hex') })
  let position = 0
  for (const chunk of chunksOf(pieces)) {
    await repository.addSnapshotChunk({ kind, number, position, content: chunk })
    position += 1
  }
  return number
}

/** Fetches a published file; it appears under its name only when it is complete. */
export async function fetchFile(
  repository: SnapshotRepository,
  kind: string,
  file: PublishedFile,
  path: string,
): Promise<void> {
  await writeAtomically(path, checkedChunks(repository, kind, file))
}

async function* checkedChunks(
  repository: SnapshotRepository,
  kind: string,
  { number, bytes, digest }: PublishedFile,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  for (let at = 0, position = 0; at < bytes; position++) {
    const chunk = await repository.snapshotChunk({ kind, number, position })
    if (chunk === undefined || chunk.length === 0)
      throw new NumberingProblem(`${kind} snapshot ${number} was removed while it was fetched`)
    hash.update(chunk)
    at += chunk.length
    yield chunk
  }
  if (hash.digest('hex') !== digest)
    throw new NumberingProblem(`${kind} snapshot ${number} was damaged when it was read from the database`)
}

/** The content in chunks of full length, except for the last. */
function* chunksOf(pieces: readonly Uint8Array[]): Generator<Buffer> {
  let waiting: Uint8Array[] = []
  let waitingBytes = 0
  for (const piece of pieces) {
    for (let at = 0; at < piece.length; ) {
      const part = piece.subarray(at, at + snapshotChunkBytes - waitingBytes)
      waiting.push(part)
      waitingBytes += part.length
      at += part.length
      if (waitingBytes < snapshotChunkBytes) continue
      yield Buffer.concat(waiting)
      waiting = []
      waitingBytes = 0
    }
  }
  if (waitingBytes > 0) yield Buffer.concat(waiting)
}
