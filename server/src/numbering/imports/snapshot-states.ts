import { numberingStores } from '../open-numbering.ts'
import type { SnapshotRepository } from '../snapshots/snapshot-repository.ts'
import type { NumberingData, SnapshotState } from './import-messages.ts'

type Known = Omit<SnapshotState, 'current'>

/** The imported snapshots, newest first. A snapshot never changes, so each is read, and its checksum verified, once. */
export class SnapshotStates {
  readonly #stores: ReturnType<typeof numberingStores>
  readonly #known = new Map<string, Known>()

  constructor(repository: SnapshotRepository) {
    this.#stores = numberingStores(repository)
  }

  async of(data: NumberingData): Promise<SnapshotState[]> {
    const listed = await this.#stores[data].list()
    const states: SnapshotState[] = []
    for (const { name, bytes, current } of listed) {
      const key = `${name} ${bytes}`
      const known = this.#known.get(key) ?? (await this.#read(data, name, bytes))
      if (known.problem === '') this.#known.set(key, known)
      states.push({ ...known, current })
    }
    for (const key of this.#known.keys()) {
      const isGone = key.startsWith(data) && !listed.some(({ name, bytes }) => key === `${name} ${bytes}`)
      if (isGone) this.#known.delete(key)
    }
    return states.reverse()
  }

  rollback(data: NumberingData, snapshot: string | undefined): Promise<string> {
    return this.#stores[data].rollback(snapshot)
  }

  async #read(data: NumberingData, snapshot: string, bytes: number): Promise<Known> {
    const unknown = { snapshot, bytes, importedAt: 0, entries: 0, forced: false, files: [], problem: '' }
    try {
      const { meta, columns } = await this.#stores[data].read(snapshot)
      return {
        ...unknown,
        importedAt: Date.parse(meta.importedAt),
        entries: (data === 'registry' ? columns.from : columns.low)!.length,
        forced: 'forced' in meta && meta.forced,
        files: meta.files.map(({ name, rows }) => ({ name, rows })),
      }
    } catch (cause) {
      return { ...unknown, problem: (cause as Error).message }
    }
  }
}
