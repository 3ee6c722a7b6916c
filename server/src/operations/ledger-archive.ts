import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import type { LedgerEntry } from '../books/ledger.ts'
import { roubles } from '../books/money.ts'
import { monthName, monthOf } from '../books/months.ts'

/**
 * Appends the detail as JSON lines to a file of each month, which only its owner can read. An entry is written before it
 * leaves the books, so after a crash it may be there twice, with the same account and number.
 */
export const archiveIn =
  (dataFolder: string) =>
  async (entries: readonly LedgerEntry[]): Promise<readonly string[]> => {
    const folder = join(dataFolder, 'ledger')
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const months = Map.groupBy(entries, ({ createdAt }) => monthName(monthOf(createdAt)))
    const paths = [...months.keys()].map((month) => join(folder, `${month}.jsonl`))
    for (const [index, some] of [...months.values()].entries()) {
      await using file = await open(paths[index]!, 'a+', 0o600)
      const { size } = await file.stat()
      const { buffer } = await file.read({ buffer: Buffer.from('\n'), position: Math.max(size - 1, 0) })
      // A crash may have left half a line.
      await file.appendFile((buffer.toString() === '\n' ? '' : '\n') + some.map(lineOf).join(''))
      await file.sync()
    }
    // Makes the names of new files durable. Windows opens no folders; its file system does this by itself.
    if (process.platform !== 'win32') {
      await using opened = await open(folder)
      await opened.sync()
    }
    return paths
  }

function lineOf(entry: LedgerEntry): string {
  const line = {
    account: entry.accountId,
    entry: entry.entry,
    time: new Date(entry.createdAt).toISOString(),
    kind: entry.kind,
    amount: roubles(entry.amountUnits),
    balance: roubles(entry.balanceAfterUnits),
    vendor_id: entry.vendorId,
    note: entry.note,
  }
  return `${JSON.stringify(line)}\n`
}
