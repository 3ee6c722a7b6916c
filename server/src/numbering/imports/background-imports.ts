import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Worker } from 'node:worker_threads'
import type { Clock } from '../../platform/clock.ts'
import { NumberingProblem } from '../numbering-problem.ts'
import type { SnapshotRepository } from '../snapshots/snapshot-repository.ts'
import { type ImportBook, signOfLifeMs } from './import-book.ts'
import type { ImportJob, ImportReport, ImportTask } from './import-messages.ts'
import { answerFromRepository } from './repository-over-port.ts'

/** A full porting export has about 3 GB unpacked and a fifth of that in its archive. */
export const maxUploadBytes = 2 ** 30
const maxNameLength = 100

export interface BackgroundImportDeps {
  readonly dataFolder: string
  readonly repository: SnapshotRepository
  readonly book: ImportBook
  readonly clock: Clock
  newId(): string
  /** Called when there is a new snapshot, so that the service can load it at once. */
  onImported(): Promise<void>
}

export interface Upload extends Pick<ImportJob, 'data' | 'name' | 'force'> {
  /** 0 when the size is unknown. */
  readonly bytes: number
  readonly body: NodeJS.ReadableStream
}

/** Receives uploaded files of numbering data and imports them in the background, one at a time. */
export class BackgroundImports {
  readonly #deps: BackgroundImportDeps
  readonly #folder: string
  #job: ImportJob | undefined
  #running: Promise<void> = Promise.resolve()
  #worker: Worker | undefined

  constructor(deps: BackgroundImportDeps) {
    this.#deps = deps
    this.#folder = join(deps.dataFolder, 'uploads')
  }

  /** Of all nodes, newest first. */
  jobs(): Promise<ImportJob[]> {
    return this.#deps.book.jobs()
  }

  /** On any node. */
  isBusy(): Promise<boolean> {
    return this.#deps.book.isBusy()
  }

  /** Resolves when the file is uploaded; the import then continues without its sender. */
  async take({ data, name, force, bytes, body }: Upload): Promise<ImportJob> {
    if (await this.isBusy()) throw new NumberingProblem('another import is under way')
    const job: ImportJob = {
      id: this.#deps.newId(),
      data,
      name: plainName(name),
      force,
      startedAt: this.#deps.clock.now(),
      stage: 'uploading',
      share: 0,
      rows: 0,
      result: null,
    }
    this.#job = job
    await this.#deps.book.note(job, true)
    const file = join(this.#folder, job.name)
    try {
      // First remove what a crash left behind.
      await rm(this.#folder, { recursive: true, force: true })
      await mkdir(this.#folder, { recursive: true, mode: 0o700 })
      const passed = counted((received) => {
        if (bytes > 0) void this.#change({ share: Math.min(1, received / bytes) })
      })
      await pipeline(body, passed, createWriteStream(file, { mode: 0o600 }))
    } catch (cause) {
      await this.#end(refused((cause as Error).message))
      throw cause
    }
    await this.#change({ stage: 'importing', share: 0 })
    this.#running = this.#import(job, file)
    return this.#job!
  }

  /** Stops the running import; nothing of it comes into use. */
  async close(): Promise<void> {
    await this.#worker?.terminate()
    await this.#running
  }

  async #import(job: ImportJob, file: string): Promise<void> {
    const { repository, clock, onImported } = this.#deps
    const { data, name, force } = job
    const task: ImportTask = { data, file, name, force, nowMs: clock.now() }
    const worker = new Worker(new URL('./import-thread.ts', import.meta.url), { workerData: task })
    this.#worker = worker
    // Other nodes take an import that is silent for long for lost.
    const signs = clock.every(signOfLifeMs, () => this.#change({}))
    const result = await new Promise<Result>((resolve) => {
      const broken = (message: string) => resolve(refused(message))
      worker.on('message', (report: ImportReport) => {
        if (answerFromRepository(worker, repository, report)) return
        if (report.kind === 'progress') void this.#change({ share: report.share, rows: report.rows })
        else resolve(report)
      })
      worker.once('error', (error) => broken((error as Error).message))
      worker.once('exit', () => broken('the import was interrupted'))
    })
    this.#worker = undefined
    signs.cancel()
    if (result.kind === 'done') await onImported()
    await this.#end(result)
  }

  async #end(result: Result): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true })
    const rows = result.kind === 'done' ? { rows: result.rows } : {}
    await this.#change({ stage: result.kind, share: 1, result, ...rows })
  }

  #change(change: Partial<ImportJob>): Promise<void> {
    this.#job = { ...this.#job!, ...change }
    return this.#deps.book.note(this.#job, change.stage !== undefined)
  }
}

type Result = NonNullable<ImportJob['result']>

const refused = (reason: string): Result => ({ kind: 'refused', reasons: [reason], files: [] })

/** Passes the bytes on and says how many there were; fails at the limit. */
const counted = (onCount: (bytes: number) => void) =>
  async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let bytes = 0
    for await (const chunk of chunks) {
      bytes += chunk.length
      if (bytes > maxUploadBytes) throw new NumberingProblem('the file is larger than any of its kind')
      onCount(bytes)
      yield chunk
    }
  }

/** A safe file name: no path, no unusual characters. */
function plainName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? ''
  const plain = last
    .replaceAll(/[^\p{L}\p{N}._ -]/gu, '_')
    .replace(/^\.+/, '')
    .slice(-maxNameLength)
  return plain === '' ? 'upload' : plain
}
