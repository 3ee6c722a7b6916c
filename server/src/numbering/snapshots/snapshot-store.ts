import { chosen, SnapshotFolder, type StoredSnapshot } from './snapshot-folder.ts'
import type { SnapshotContent } from './snapshot-format.ts'

export interface SnapshotStore<Meta> {
  readonly kind: string
  /** The name of the snapshot in use; undefined when nothing was imported yet. */
  currentName(): Promise<string | undefined>
  read(name: string): Promise<SnapshotContent<Meta>>
  /** Oldest first. */
  list(): Promise<StoredSnapshot[]>
  /** Runs alone on this folder, among all processes of the machine; refuses while another one runs. */
  exclusively<Result>(run: () => Promise<Result>): Promise<Result>
  /** Writes, reads back and only then points to the new snapshot. Call it inside `exclusively`. */
  publish(content: Omit<SnapshotContent<Meta>, 'kind'>): Promise<string>
  /** Points to the previous snapshot, or to the named one. */
  rollback(name?: string): Promise<string>
  /** Copies what other nodes have published into the folder. */
  pull(): Promise<Pulled>
}

/** Busy: an import runs on this folder and will update it. Replaced: a file changed under the same name. */
export type Pulled = 'done' | 'replaced' | 'busy'

/** A store in a folder of its own. `keptSnapshots` includes the one in use. */
export function snapshotStore<Meta>(path: string, kind: string, keptSnapshots: number): SnapshotStore<Meta> {
  const folder = new SnapshotFolder<Meta>(path, kind)
  return {
    kind: folder.kind,
    currentName: () => folder.currentName(),
    read: (name) => folder.read(name),
    list: () => folder.list(),
    exclusively: (run) => folder.exclusively(run),
    async publish(content) {
      const before = await folder.names()
      const name = folder.nameOf(folder.numberOf(before.at(-1) ?? '') + 1)
      await folder.write(name, content)
      await folder.pointTo(name)
      await folder.remove([...before, name].slice(0, -keptSnapshots))
      return name
    },
    rollback: (wanted) =>
      folder.exclusively(async () => {
        const name = chosen(folder.kind, await folder.names(), await folder.currentName(), wanted)
        await folder.read(name)
        await folder.pointTo(name)
        return name
      }),
    pull: async () => 'done',
  }
}
