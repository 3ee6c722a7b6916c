import { numberingStores } from '../open-numbering.ts'
import type { SnapshotRepository } from '../snapshots/snapshot-repository.ts'
import type { NumberingData, SnapshotState } from './import-messages.ts'

type Known = Omit<SnapshotState, 'current'>

export type SnapshotStates = ReturnType<typeof snapshotStates>

export function snapshotStates(repository: SnapshotRepository) {
  const stores = numberingStores(repository)
  const known = new Map<string, Known>()
  const read = async (data: NumberingData, snapshot: string, bytes: number): Promise<Known> => {
    const unknown = { snapshot, bytes, importedAt: 0, entries: 0, forced: false, files: [], problem: '' }
    try {
      const { meta, columns } = await stores[data].read(snapshot)
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
  return {
    /** The imported snapshots, newest first. A snapshot never changes, so each is read, and its checksum verified, once. */
    async of(data: NumberingData): Promise<SnapshotState[]> {
      const listed = await stores[data].list()
      const states: SnapshotState[] = []
      for (const { name, bytes, current } of listed) {
        const key = `${name} ${bytes}`
        const state = known.get(key) ?? (await read(data, name, bytes))
        if (state.problem === '') known.set(key, state)
        states.push({ ...state, current })
      }
      for (const key of known.keys()) {
        const isGone = key.startsWith(data) && !listed.some(({ name, bytes }) => key === `${name} ${bytes}`)
        if (isGone) known.delete(key)
      }
      return states.reverse()
    },
    rollback: (data: NumberingData, snapshot: string | undefined) => stores[data].rollback(snapshot),
  }
}
