// A folder of numbered snapshots and a pointer to the one in use.
import { readFileSync } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { NumberingProblem } from '../numbering-problem.ts'
import { type ExclusiveLock, takeLock } from './exclusive-lock.ts'
import { readSnapshot, temporarySuffix, writeAtomically, writeSnapshot } from './snapshot-file.ts'
import type { SnapshotContent } from './snapshot-format.ts'

const pointerName = 'current'
const lockName = 'import.lock'

export interface StoredSnapshot {
  readonly name: string
  readonly bytes: number
  readonly current: boolean
}

export class SnapshotFolder<Meta> {
  readonly path: string
  readonly kind: string
  readonly #pattern: RegExp

  constructor(path: string, kind: string) {
    this.path = path
    this.kind = kind
    this.#pattern = new RegExp(`^${kind}-(\\d{6})\\.snapshot$`)
  }

  fileOf(name: string): string {
    return join(this.path, name)
  }

  nameOf(number: number): string {
    return `${this.kind}-${String(number).padStart(6, '0')}.snapshot`
  }

  /** 0 for text that is not the name of a snapshot. */
  numberOf(name: string): number {
    return Number(this.#pattern.exec(name)?.[1] ?? 0)
  }

  /** Oldest first. */
  async names(): Promise<string[]> {
    return (await readdir(this.path).catch(ignoreMissing([])))
      .filter((name) => this.#pattern.test(name))
      .sort()
  }

  /**
   * The name of the snapshot in use; undefined when nothing was imported yet. A service asks every second. It reads these
   * few bytes on its own thread: through the thread pool one reading wakes the process five times.
   */
  async currentName(): Promise<string | undefined> {
    const pointer = this.fileOf(pointerName)
    const text = readIfThere(pointer).trim()
    if (text !== '' && !this.#pattern.test(text))
      throw new NumberingProblem(`${pointer} does not name a snapshot`)
    return text === '' ? undefined : text
  }

  async pointTo(name: string): Promise<void> {
    await writeAtomically(this.fileOf(pointerName), [Buffer.from(name + '\n')])
  }

  async read(name: string): Promise<SnapshotContent<Meta>> {
    try {
      return await readSnapshot<Meta>(this.fileOf(name), this.kind)
    } catch (cause) {
      throw new NumberingProblem(`${this.fileOf(name)} cannot be used: ${(cause as Error).message}`, {
        cause,
      })
    }
  }

  /** Writes the snapshot and reads it back. */
  async write(name: string, content: Omit<SnapshotContent<Meta>, 'kind'>): Promise<void> {
    await writeSnapshot(this.fileOf(name), { kind: this.kind, ...content })
    await this.read(name)
  }

  async list(): Promise<StoredSnapshot[]> {
    const current = await this.currentName()
    return Promise.all(
      (await this.names()).map(async (name) => ({
        name,
        bytes: (await stat(this.fileOf(name))).size,
        current: name === current,
      })),
    )
  }

  /** Removes snapshots and what interrupted imports left. The caller holds the lock, so nothing is being written. */
  async remove(outdated: readonly string[]): Promise<void> {
    const unfinished = (await readdir(this.path)).filter((name) => name.endsWith(temporarySuffix))
    for (const name of [...outdated, ...unfinished]) await rm(this.fileOf(name), { force: true })
  }

  /** Runs exclusively on this folder, among all processes of the machine; refuses while another one runs. */
  async exclusively<Result>(run: () => Promise<Result>): Promise<Result> {
    const result = await this.ifFree(run)
    if (result === undefined)
      throw new NumberingProblem(
        `another ${this.kind} import is running on ${this.path}; nothing was changed`,
      )
    return result.value
  }

  /** The same, but does nothing while another one runs. */
  async ifFree<Result>(run: () => Promise<Result>): Promise<{ readonly value: Result } | undefined> {
    await mkdir(this.path, { recursive: true, mode: 0o700 })
    const lock: ExclusiveLock | undefined = takeLock(this.fileOf(lockName))
    if (lock === undefined) return undefined
    try {
      return { value: await run() }
    } finally {
      lock.release()
    }
  }
}

/** The snapshot to go back to. */
export function chosen(kind: string, names: readonly string[], current: string | undefined, wanted?: string) {
  const name = wanted ?? names.findLast((other) => current !== undefined && other < current)
  if (name === undefined) throw new NumberingProblem(`there is no older ${kind} snapshot to go back to`)
  if (!names.includes(name)) throw new NumberingProblem(`there is no snapshot "${name}"`)
  return name
}

/** "" when there is no such file. */
function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    return ignoreMissing('')(cause as NodeJS.ErrnoException)
  }
}

function ignoreMissing<Value>(value: Value): (cause: NodeJS.ErrnoException) => Value {
  return (cause) => {
    if (cause.code === 'ENOENT') return value
    throw cause
  }
}
