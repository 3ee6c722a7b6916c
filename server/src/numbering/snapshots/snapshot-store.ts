import { createHash } from 'node:crypto'
import type { ReadProgress } from '../files/tables.ts'
import { NumberingProblem } from '../numbering-problem.ts'
import { chunksOf, contentOf, type SnapshotContent } from './snapshot-content.ts'
import type { PublishedSnapshot, SnapshotRepository } from './snapshot-repository.ts'

/** What an import of files into the snapshots of one kind is given. */
export interface ImportOptions<Meta> {
  readonly store: SnapshotStore<Meta>
  /** Imports suspicious files too, without their bad rows. */
  readonly force: boolean
  /** Wall-clock milliseconds, stored in the snapshot. */
  readonly nowMs: number
  onProgress(progress: ReadProgress): void
}

/** The numbered snapshots of one kind of data, and which of them is in use. */
export class SnapshotStore<Meta> {
  readonly #kind: string
  readonly #kept: number
  readonly #repository: SnapshotRepository

  /** `kept` includes the one in use. */
  constructor(kind: string, kept: number, repository: SnapshotRepository) {
    this.#kind = kind
    this.#kept = kept
    this.#repository = repository
  }

  /** The name of the snapshot in use; undefined when nothing was imported yet. */
  async currentName(): Promise<string | undefined> {
    const { current } = await this.#repository.publishedSnapshots(this.#kind)
    return current === 0 ? undefined : this.#nameOf(current)
  }

  /** Oldest first. */
  async list() {
    const { current, snapshots } = await this.#repository.publishedSnapshots(this.#kind)
    return snapshots.map(({ number, bytes }) => ({
      name: this.#nameOf(number),
      bytes,
      current: number === current,
    }))
  }

  async read(name: string): Promise<SnapshotContent<Meta>> {
    const { snapshots } = await this.#repository.publishedSnapshots(this.#kind)
    const snapshot = snapshots.find(({ number }) => this.#nameOf(number) === name)
    if (snapshot === undefined) throw new NumberingProblem(`there is no snapshot "${name}"`)
    return this.#contentOf(snapshot)
  }

  /** For an import: when the snapshot in use is damaged, only a forced import may continue without it. */
  async readForImport(name: string | undefined, force: boolean): Promise<SnapshotContent<Meta> | undefined> {
    if (name === undefined) return undefined
    return this.read(name).catch((cause: Error) => {
      if (force) return undefined
      throw cause
    })
  }

  /**
   * Writes the snapshot, reads it back and only then puts it into use. `insteadOf` names the one that the import started
   * from: if another one came into use meanwhile, nothing is changed.
   */
  async publish(content: SnapshotContent<Meta>, insteadOf: string | undefined, at: number): Promise<string> {
    const kind = this.#kind
    const hash = createHash('sha256')
    let bytes = 0
    for (const chunk of chunksOf(content)) {
      hash.update(chunk)
      bytes += chunk.length
    }
    const digest = hash.digest('hex')
    const number = await this.#repository.beginSnapshot({ kind, bytes, digest, at })
    let position = 0
    for (const chunk of chunksOf(content))
      await this.#repository.addSnapshotChunk({ kind, number, position: position++, content: chunk })
    await this.#contentOf({ number, bytes, digest })
    const before = insteadOf === undefined ? 0 : this.#numberOf(insteadOf)
    const outcome = await this.#repository.finishSnapshot({
      kind,
      number,
      insteadOf: before,
      keep: this.#kept,
      at,
    })
    if (outcome === 'in-use') return this.#nameOf(number)
    throw new NumberingProblem(
      outcome === 'incomplete'
        ? `the ${kind} snapshot was not stored completely; nothing was changed`
        : `another ${kind} import was published meanwhile; nothing was changed, import again`,
    )
  }

  /** Goes back to the previous snapshot, or to the named one. */
  async rollback(wanted?: string): Promise<string> {
    const stored = await this.list()
    const current = stored.findIndex((snapshot) => snapshot.current)
    const name = wanted ?? stored[current - 1]?.name
    if (name === undefined)
      throw new NumberingProblem(`there is no older ${this.#kind} snapshot to go back to`)
    await this.read(name)
    if (!(await this.#repository.useSnapshot({ kind: this.#kind, number: this.#numberOf(name) })))
      throw new NumberingProblem(`there is no snapshot "${name}"`)
    return name
  }

  async #contentOf(snapshot: PublishedSnapshot): Promise<SnapshotContent<Meta>> {
    try {
      return await contentOf<Meta>(this.#checkedChunks(snapshot), snapshot.bytes)
    } catch (cause) {
      const { message } = cause as Error
      throw new NumberingProblem(`${this.#nameOf(snapshot.number)} cannot be used: ${message}`, { cause })
    }
  }

  async *#checkedChunks({ number, bytes, digest }: PublishedSnapshot): AsyncGenerator<Uint8Array> {
    const hash = createHash('sha256')
    for (let at = 0, position = 0; at < bytes; position++) {
      const chunk = await this.#repository.snapshotChunk({ kind: this.#kind, number, position })
      if (chunk === undefined || chunk.length === 0) throw new Error('a part of it is missing')
      hash.update(chunk)
      at += chunk.length
      yield chunk
    }
    if (hash.digest('hex') !== digest) throw new Error('its checksum is wrong')
  }

  #nameOf(number: number): string {
    return `${this.#kind}-${String(number).padStart(6, '0')}.snapshot`
  }

  #numberOf(name: string): number {
    return Number(/-(\d+)\.snapshot$/.exec(name)?.[1])
  }
}
