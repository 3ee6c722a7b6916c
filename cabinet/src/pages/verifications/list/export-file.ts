import { postFor } from '../../../api/client.ts'
import type { Asked } from './filters.ts'
import type { Source } from './use-list.ts'

export interface Progress {
  readonly rows: number
  /** About how many there will be. */
  readonly expected: number
}

export interface Exported {
  readonly file: Blob
  readonly rows: number
  /** The file has as many rows as it may have: older ones were left out. */
  readonly isCut: boolean
}

/** Reads the file while it is written, row by row, so that the progress is visible and it can be cancelled. */
export async function readExport(
  source: Source,
  asked: Asked,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<Exported> {
  const response = await postFor(`${source}/export`, asked, signal)
  const expected = Number(response.headers.get('X-Ringkey-Rows-Expected'))
  const most = Number(response.headers.get('X-Ringkey-Rows-Most'))
  const pieces: Uint8Array<ArrayBuffer>[] = []
  // The header of the table is a line too.
  let rows = -1
  const reader = response.body!.getReader()
  for (let step = await reader.read(); !step.done; step = await reader.read()) {
    pieces.push(step.value)
    for (const byte of step.value) if (byte === newLine) rows += 1
    onProgress({ rows, expected })
  }
  return { file: new Blob(pieces, { type: 'text/csv' }), rows, isCut: rows >= most }
}

const newLine = 10
