import type {
  PublishedSnapshot,
  SnapshotRepository,
} from '../../src/numbering/snapshots/snapshot-repository.ts'

/** A repository in memory, with the rules of the store. */
export class MemoryRepository implements SnapshotRepository {
  readonly #snapshots = new Map<string, PublishedSnapshot & { isComplete: boolean; chunks: Uint8Array[] }>()
  readonly #current = new Map<string, number>()
  readonly #last = new Map<string, number>()

  chunksOf(kind: string, number: number): Uint8Array[] {
    return this.#snapshots.get(`${kind} ${number}`)?.chunks ?? []
  }

  async publishedSnapshots(kind: string) {
    const snapshots = [...this.#snapshots]
      .filter(([key, { isComplete }]) => key.startsWith(`${kind} `) && isComplete)
      .map(([, { number, bytes, digest }]) => ({ number, bytes, digest }))
    return { current: this.#current.get(kind) ?? 0, snapshots }
  }

  async beginSnapshot({ kind, ...rest }: Parameters<SnapshotRepository['beginSnapshot']>[0]) {
    const number = (this.#last.get(kind) ?? 0) + 1
    this.#last.set(kind, number)
    this.#snapshots.set(`${kind} ${number}`, { ...rest, number, isComplete: false, chunks: [] })
    return number
  }

  async addSnapshotChunk({
    kind,
    number,
    position,
    content,
  }: Parameters<SnapshotRepository['addSnapshotChunk']>[0]) {
    this.chunksOf(kind, number)[position] = content
  }

  async snapshotChunk({ kind, number, position }: Parameters<SnapshotRepository['snapshotChunk']>[0]) {
    return this.chunksOf(kind, number)[position]
  }

  async finishSnapshot({
    kind,
    number,
    insteadOf,
    keep,
  }: Parameters<SnapshotRepository['finishSnapshot']>[0]) {
    if ((this.#current.get(kind) ?? 0) !== insteadOf) return 'another-was-faster' as const
    this.#current.set(kind, number)
    this.#snapshots.get(`${kind} ${number}`)!.isComplete = true
    const { snapshots } = await this.publishedSnapshots(kind)
    for (const outdated of snapshots.slice(0, -keep)) this.#snapshots.delete(`${kind} ${outdated.number}`)
    return 'in-use' as const
  }

  async useSnapshot({ kind, number }: { kind: string; number: number }) {
    this.#current.set(kind, number)
    return true
  }
}
