import { open, rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { explain, openForReading, StorageError } from './connection.ts'

/** Pages copied between two reports of progress: 4 MiB. */
const pagesPerStep = 1024

/**
 * Copies the database while it is written. SQLite restarts a copy whenever another connection commits, so under load
 * the copy would never end. A read transaction that stays open meanwhile makes the copy a snapshot. The copy has all
 * bytes of the file, so it may hold traces of erased data (traces.ts); it is rewritten without them.
 */
export async function backUp(
  file: string,
  target: string,
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  const copied = `${resolve(target)}.copied`
  const unfinished = `${resolve(target)}.unfinished`
  try {
    for (const path of [copied, unfinished]) {
      await rm(path, { force: true })
      // The file is created first, with these rights, so that no other user of the machine can ever read it.
      await (await open(path, 'wx', 0o600)).close()
    }
    await copy(file, copied, onProgress)
    rewrite(copied, unfinished)
    await rm(copied)
    prove(unfinished)
    await syncToDisk(unfinished)
    await rename(unfinished, target)
    await syncToDisk(dirname(resolve(target)))
  } catch (error) {
    for (const rest of ['', '-wal', '-shm', '-journal']) {
      // What cannot be removed was not made either; the first error says why.
      for (const path of [copied, unfinished]) await rm(path + rest, { force: true }).catch(() => {})
    }
    throw error instanceof StorageError ? error : new StorageError(explain(error, target), { cause: error })
  }
}

async function copy(file: string, target: string, onProgress: (done: number, total: number) => void) {
  using source = openForReading(file)
  // The snapshot is taken by the first read, not by BEGIN.
  source.exec('BEGIN; SELECT count(*) FROM meta')
  const pages = await backup(source, target, {
    rate: pagesPerStep,
    progress: ({ totalPages, remainingPages }) => onProgress(totalPages - remainingPages, totalPages),
  })
  onProgress(pages, pages)
}

/** Copies the content of the tables, without the unused bytes between rows. */
function rewrite(from: string, to: string): void {
  using database = new DatabaseSync(from)
  // A plain database file, without -wal and -shm files.
  database.exec('PRAGMA journal_mode = DELETE')
  database.prepare('VACUUM INTO ?').run(to)
}

/** Checks the copy: a copy that cannot be read is useless. */
function prove(file: string): void {
  using database = new DatabaseSync(file)
  const [first] = database.prepare('PRAGMA integrity_check(1)').all()
  if (first?.integrity_check !== 'ok')
    throw new StorageError(`the copy is damaged: ${first?.integrity_check}`)
}

async function syncToDisk(path: string): Promise<void> {
  await using handle = await open(path, 'r')
  await handle.sync()
}
