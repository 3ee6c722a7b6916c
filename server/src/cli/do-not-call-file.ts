import { createReadStream, statSync } from 'node:fs'
import { csvHead, csvRow, csvTime } from '../cabinet/csv.ts'
import { cleanField, lineBatches } from '../numbering/files/lines.ts'
import type { FullContext } from '../operations/operation.ts'
import { perform } from '../operations/perform.ts'
import { importDoNotCall, mostListedAtOnce } from '../operations/protection.ts'
import { CommandFailed } from './failures.ts'
import { moment } from './readings.ts'

/** A line that was not taken. Its text is personal: nothing repeats it. */
export interface RefusedLine {
  readonly line: number
  readonly why: 'phone' | 'date' | 'reason'
}

export interface ListImport {
  readonly added: number
  readonly known: number
  readonly refused: readonly RefusedLine[]
}

interface Line {
  readonly line: number
  readonly phone: string
  readonly reason: string
  readonly since: number | undefined
}

const longestReason = 200

/** A number a line, or `number,reason,date`; a first line without a digit is a heading. `onProgress` gets a share of 1. */
export async function importDoNotCallFile(
  context: FullContext,
  file: string,
  onProgress: (share: number) => void,
): Promise<ListImport> {
  const size = statSync(file, { throwIfNoEntry: false })?.size
  if (size === undefined) throw new CommandFailed(`There is no file ${file}`)
  const source = createReadStream(file)
  let [added, known, line] = [0, 0, 0]
  const refused: RefusedLine[] = []
  let waiting: Line[] = []
  const save = async () => {
    if (waiting.length === 0) return
    const entries = waiting.map(({ phone, reason, since }) => ({
      phone,
      reason,
      ...(since === undefined ? {} : { since }),
    }))
    const done = await perform(context, importDoNotCall, { entries })
    added += done.added
    known += done.known
    for (const { place, why } of done.refused)
      refused.push({ line: waiting[place]!.line, why: why === 'since' ? 'date' : why })
    waiting = []
    onProgress(size === 0 ? 1 : source.bytesRead / size)
  }
  for await (const lines of lineBatches(source)) {
    for (const text of lines) {
      line += 1
      const read = readLine(text, line)
      if (read === undefined) continue
      if ('why' in read) refused.push(read)
      else waiting.push(read)
      if (waiting.length === mostListedAtOnce) await save()
    }
  }
  await save()
  return { added, known, refused: refused.sort((one, other) => one.line - other.line) }
}

/** undefined for an empty line and for the heading. */
function readLine(text: string, line: number): Line | RefusedLine | undefined {
  const [phone = '', reason = '', date = ''] = text.split(/[,;\t]/).map(cleanField)
  if (phone === '' || (line === 1 && !/\d/.test(phone))) return undefined
  const since = date === '' ? undefined : moment.read(date)
  if (date !== '' && since === undefined) return { line, why: 'date' }
  return reason.length > longestReason ? { line, why: 'reason' } : { line, phone, reason, since }
}

const exportedAtOnce = 1_000

/** What is known of the numbers: they are stored as hashes, so a mask stands for each. */
export async function* doNotCallCsv({ store }: Pick<FullContext, 'store'>): AsyncGenerator<string> {
  yield csvHead(['number', 'reason', 'since'])
  let after: Uint8Array = new Uint8Array(0)
  for (;;) {
    const entries = await store.doNotCallAfter({ after, limit: exportedAtOnce })
    if (entries.length === 0) return
    yield entries.map(({ phoneMask, reason, since }) => csvRow([phoneMask, reason, csvTime(since)])).join('')
    after = entries.at(-1)!.phoneHash
  }
}
