import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import type { LedgerEntry } from '../books/ledger.ts'
import { roubles } from '../books/money.ts'
import { monthName, monthOf } from '../books/months.ts'

/** Files per month: an interrupted run leaves one, and the next run starts another. */
const maxFilesOfMonth = 1_000

/**
 * The detail of closed months as JSON lines, in files that only their owner can read. An entry is written before it is
 * summed in the books, so after a crash it may be in two files, with the same account and number.
 */
export class LedgerArchive {
  readonly #folder: string
  readonly #files = new Map<string, { readonly path: string; readonly handle: FileHandle }>()

  constructor(folder: string) {
    this.#folder = folder
  }

  /** The files that were written. */
  get files(): string[] {
    return [...this.#files.values()].map(({ path }) => path)
  }

  async append(entries: readonly LedgerEntry[]): Promise<void> {
    for (const [month, some] of Map.groupBy(entries, ({ createdAt }) => monthName(monthOf(createdAt)))) {
      const { handle } = await this.#fileOf(month)
      await handle.appendFile(some.map(lineOf).join(''))
      await handle.sync()
    }
  }

  async close(): Promise<void> {
    for (const { handle } of this.#files.values()) await handle.close()
  }

  async #fileOf(month: string): Promise<{ readonly handle: FileHandle }> {
    const known = this.#files.get(month)
    if (known !== undefined) return known
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    for (let number = 1; number <= maxFilesOfMonth; number++) {
      const path = join(this.#folder, number === 1 ? `${month}.jsonl` : `${month}-${number}.jsonl`)
      const handle = await open(path, 'ax', 0o600).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error
      })
      if (handle === undefined) continue
      const made = { path, handle }
      this.#files.set(month, made)
      await syncFolder(this.#folder)
      return made
    }
    throw new Error(`${this.#folder} has ${maxFilesOfMonth} files of ${month}`)
  }
}

/** Makes the new file name durable. Windows opens no folders; its file system does this by itself. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}

function lineOf(entry: LedgerEntry): string {
  const line = {
    account: entry.accountId,
    entry: entry.entry,
    time: new Date(entry.createdAt).toISOString(),
    kind: entry.kind,
    amount: roubles(entry.amountUnits),
    held: roubles(entry.heldUnits),
    balance: roubles(entry.balanceAfterUnits),
    vendor_id: entry.vendorId,
    note: entry.note,
  }
  return `${JSON.stringify(line)}\n`
}
