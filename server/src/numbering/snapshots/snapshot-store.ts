// A folder of numbered snapshots and a pointer to the one in use.
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { NumberingProblem } from '../numbering-problem.ts'
import { type ExclusiveLock, takeLock } from './exclusive-lock.ts'
import { readSnapshot, temporarySuffix, writeAtomically, writeSnapshot } from './snapshot-file.ts'
import type { SnapshotContent } from './snapshot-format.ts'

const pointerName = 'current'
const lockName = 'import.lock'

interface StoredSnapshot {
  readonly name: string
  readonly bytes: number
  readonly current: boolean
}

export interface SnapshotStore<Meta> {
  readonly kind: string
  /** The name of the snapshot in use; undefined when nothing was imported yet. */
  currentName(): Promise<string | undefined>
  read(name: string): Promise<SnapshotContent<Meta>>
  /** Oldest first. */
  list(): Promise<StoredSnapshot[]>
  /** Runs alone on this folder, among all processes of the machine; refuses while another one runs. */
  exclusively<Result>(run: () => Promise<Result>): Promise<Result>
  /** Writes, reads back and only then points to the new snapshot. To be called inside `exclusively`. */
  publish(content: Omit<SnapshotContent<Meta>, 'kind'>): Promise<string>
  /** Points to the snapshot before the current one, or to the one that is named. */
  rollback(name?: string): Promise<string>
}

/** `keptSnapshots` counts the one in use too. */
export function snapshotStore<Meta>(
  folder: string,
  kind: string,
  keptSnapshots: number,
): SnapshotStore<Meta> {
  const pointer = join(folder, pointerName)
  const fileOf = (name: string) => join(folder, name)
  const pattern = new RegExp(`^${kind}-(\\d{6})\\.snapshot$`)

  const names = async () =>
    (await readdir(folder).catch(ignoreMissing([]))).filter((name) => pattern.test(name)).sort()

  const currentName = async () => {
    const text = (await readFile(pointer, 'utf8').catch(ignoreMissing(''))).trim()
    if (text !== '' && !pattern.test(text)) throw new NumberingProblem(`${pointer} does not name a snapshot`)
    return text === '' ? undefined : text
  }

  const read = async (name: string) => {
    try {
      return await readSnapshot<Meta>(fileOf(name), kind)
    } catch (cause) {
      throw new NumberingProblem(`${fileOf(name)} cannot be used: ${(cause as Error).message}`, { cause })
    }
  }

  const pointTo = (name: string) => writeAtomically(pointer, [Buffer.from(name + '\n')])

  const exclusively = async <Result>(run: () => Promise<Result>) => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const lock: ExclusiveLock | undefined = takeLock(fileOf(lockName))
    if (lock === undefined)
      throw new NumberingProblem(`another ${kind} import is running on ${folder}; nothing was changed`)
    try {
      return await run()
    } finally {
      lock.release()
    }
  }

  return {
    kind,
    currentName,
    read,
    exclusively,
    async list() {
      const current = await currentName()
      return Promise.all(
        (await names()).map(async (name) => ({
          name,
          bytes: (await stat(fileOf(name))).size,
          current: name === current,
        })),
      )
    },
    async publish(content) {
      const before = await names()
      const number = Number(pattern.exec(before.at(-1) ?? '')?.[1] ?? 0) + 1
      const name = `${kind}-${String(number).padStart(6, '0')}.snapshot`
      await writeSnapshot(fileOf(name), { kind, ...content })
      await read(name)
      await pointTo(name)
      await removeLeftovers(folder, [...before, name].slice(0, -keptSnapshots))
      return name
    },
    rollback: (wanted) =>
      exclusively(async () => {
        const current = await currentName()
        const name = wanted ?? (await names()).findLast((other) => current !== undefined && other < current)
        if (name === undefined) throw new NumberingProblem(`there is no older ${kind} snapshot to go back to`)
        if (!(await names()).includes(name)) throw new NumberingProblem(`there is no snapshot "${name}"`)
        await read(name)
        await pointTo(name)
        return name
      }),
  }
}

/** Old snapshots and what interrupted imports left; the caller holds the lock, so nobody writes now. */
async function removeLeftovers(folder: string, outdated: readonly string[]): Promise<void> {
  const unfinished = (await readdir(folder)).filter((name) => name.endsWith(temporarySuffix))
  for (const name of [...outdated, ...unfinished]) await rm(join(folder, name), { force: true })
}

function ignoreMissing<Value>(value: Value): (cause: NodeJS.ErrnoException) => Value {
  return (cause) => {
    if (cause.code === 'ENOENT') return value
    throw cause
  }
}
