// The snapshots of an installation with several nodes. They are published in a repository that all nodes read, and
// copied from there into the folder of each node.
import { NumberingProblem } from '../numbering-problem.ts'
import { chosen, SnapshotFolder } from './snapshot-folder.ts'
import type { PublishedFile, SnapshotRepository } from './snapshot-repository.ts'
import type { SnapshotStore } from './snapshot-store.ts'
import { digestOf, fetchFile, putFile } from './snapshot-transfer.ts'

export function publishedStore<Meta>(
  path: string,
  kind: string,
  keptSnapshots: number,
  repository: SnapshotRepository,
): SnapshotStore<Meta> {
  const folder = new SnapshotFolder<Meta>(path, kind)
  /** The digests of the files in the folder, by number: these files need not be hashed again. */
  const known = new Map<number, string>()
  let current = 0

  /** Returns whether a file changed under the same name. */
  const ensure = async (file: PublishedFile): Promise<boolean> => {
    if (known.get(file.number) === file.digest) return false
    const path = folder.fileOf(folder.nameOf(file.number))
    const found = await digestOf(path)
    if (found !== file.digest) await fetchFile(repository, kind, file, path)
    known.set(file.number, file.digest)
    return found !== undefined && found !== file.digest
  }

  /** Runs exclusively. Older snapshots are fetched only when they are requested. */
  const bring = async (which: 'current' | 'all') => {
    const published = await repository.publishedSnapshots(kind)
    current = published.current
    if (current === 0) return false
    const wanted = published.snapshots.filter(({ number }) => which === 'all' || number === current)
    let isReplaced = false
    for (const file of wanted) isReplaced = (await ensure(file)) || isReplaced
    const name = folder.nameOf(current)
    if ((await folder.currentName()) !== name) {
      await folder.read(name)
      await folder.pointTo(name)
    }
    const kept = published.snapshots.map(({ number }) => folder.nameOf(number))
    await folder.remove((await folder.names()).filter((other) => !kept.includes(other)))
    return isReplaced
  }

  return {
    kind,
    currentName: () => folder.currentName(),
    read: (name) => folder.read(name),
    async list() {
      await folder.ifFree(() => bring('all'))
      return folder.list()
    },
    exclusively: (run) =>
      folder.exclusively(async () => {
        await bring('current')
        return run()
      }),
    async publish(content) {
      const insteadOf = current
      const above = folder.numberOf((await folder.names()).at(-1) ?? '')
      const number = await putFile(repository, { kind, above, content: { kind, ...content } })
      const name = folder.nameOf(number)
      await folder.write(name, content)
      const outcome = await repository.finishSnapshot({ kind, number, insteadOf, keep: keptSnapshots })
      if (outcome !== 'in-use') {
        await folder.remove([name])
        throw new NumberingProblem(
          outcome === 'incomplete'
            ? `the ${kind} snapshot was not stored completely in the database; nothing was changed`
            : `another ${kind} import was published meanwhile; nothing was changed, import again`,
        )
      }
      await bring('current')
      return name
    },
    rollback: (wanted) =>
      folder.exclusively(async () => {
        await bring('all')
        const name = chosen(kind, await folder.names(), await folder.currentName(), wanted)
        await folder.read(name)
        if (!(await repository.useSnapshot({ kind, number: folder.numberOf(name) })))
          throw new NumberingProblem(`there is no snapshot "${name}"`)
        await bring('current')
        return name
      }),
    async pull() {
      const pulled = await folder.ifFree(() => bring('current'))
      if (pulled === undefined) return 'busy'
      return pulled.value ? 'replaced' : 'done'
    },
  }
}
