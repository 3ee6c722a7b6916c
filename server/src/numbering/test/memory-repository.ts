import type { PublishedFile, SnapshotRepository } from '../snapshots/snapshot-repository.ts'

/** A repository in memory that the nodes of a test share, with the rules of the store. */
export class MemoryRepository implements SnapshotRepository {
  readonly #files = new Map<string, PublishedFile & { isComplete: boolean; chunks: Uint8Array[] }>()
  readonly #current = new Map<string, number>()
  #last = 0
  fetchedChunks = 0

  chunksOf(kind: string, number: number): Uint8Array[] {
    return this.#files.get(`${kind} ${number}`)?.chunks ?? []
  }

  async publishedSnapshots(kind: string) {
    const snapshots = [...this.#files]
      .filter(([key, { isComplete }]) => key.startsWith(`${kind} `) && isComplete)
      .map(([, { number, bytes, digest }]) => ({ number, bytes, digest }))
    return { current: this.#current.get(kind) ?? 0, snapshots }
  }

  async beginSnapshot({ kind, above, ...file }: Parameters<SnapshotRepository['beginSnapshot']>[0]) {
    this.#last = Math.max(this.#last, above) + 1
    this.#files.set(`${kind} ${this.#last}`, { ...file, number: this.#last, isComplete: false, chunks: [] })
    return this.#last
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
    this.fetchedChunks += 1
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
    this.#files.get(`${kind} ${number}`)!.isComplete = true
    const { snapshots } = await this.publishedSnapshots(kind)
    for (const outdated of snapshots.slice(0, -keep)) this.#files.delete(`${kind} ${outdated.number}`)
    return 'in-use' as const
  }

  async useSnapshot({ kind, number }: { kind: string; number: number }) {
    this.#current.set(kind, number)
    return true
  }
}
