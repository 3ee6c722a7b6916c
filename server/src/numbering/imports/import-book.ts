import type { Clock } from '../../platform/clock.ts'
import type { ImportJob } from './import-messages.ts'

/** Where imports are written down, so that every node shows those of all nodes. */
export interface ImportRecords {
  saveImportJob(record: {
    readonly id: string
    readonly startedAt: number
    readonly job: string
    readonly now: number
  }): Promise<void>
  importJobs(request: {
    readonly now: number
  }): Promise<readonly { readonly job: string; readonly unchangedMs: number }[]>
}

/** Progress is written at most this often. */
const writePeriodMs = 500
/** A running import that was not written for this long has lost its node. */
const lostMs = 30_000
/** An import writes at least this often, however slow its file is. */
export const signOfLifeMs = 5_000

export type ImportBook = ReturnType<typeof importBook>

export function importBook(records: ImportRecords, clock: Clock) {
  let writtenMs = Number.NEGATIVE_INFINITY
  let writing: Promise<void> = Promise.resolve()
  /** Newest first. */
  const jobs = async (): Promise<ImportJob[]> => {
    const written = await records.importJobs({ now: clock.now() })
    return written.map(({ job: text, unchangedMs }) => {
      const job = JSON.parse(text) as ImportJob
      return isUnderWay(job) && unchangedMs > lostMs ? lost(job) : job
    })
  }
  return {
    jobs,
    isBusy: async () => (await jobs()).some(isUnderWay),
    /** Writes a change of stage at once, and progress from time to time. One write follows the other. */
    note(job: ImportJob, isStage: boolean): Promise<void> {
      const nowMs = clock.monotonicMs()
      if (!isStage && nowMs - writtenMs < writePeriodMs) return writing
      writtenMs = nowMs
      const { id, startedAt } = job
      const write = () => records.saveImportJob({ id, startedAt, job: JSON.stringify(job), now: clock.now() })
      // The state of a job that could not be written is written with its next change.
      writing = writing.then(write).catch(() => {})
      return writing
    },
  }
}

function isUnderWay({ stage }: ImportJob): boolean {
  return stage === 'uploading' || stage === 'importing'
}

function lost(job: ImportJob): ImportJob {
  const result = { kind: 'refused' as const, reasons: ['the import was interrupted'], files: [] }
  return { ...job, stage: 'refused', result }
}
