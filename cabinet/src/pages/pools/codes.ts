import type { Answer } from '@ringkey/server/cabinet-api'

const codeCount = 10_000
const rowLength = 100

/** Which codes are covered, from the bits that the server sends: the first of a byte is the highest. */
export function codesIn(map: string): Uint8Array {
  const bytes = atob(map)
  return Uint8Array.from({ length: codeCount }, (_, code) =>
    (bytes.charCodeAt(code >> 3) & (0x80 >> (code & 7))) === 0 ? 0 : 1,
  )
}

/** One SVG path of all runs of covered codes, a hundred codes in a row. */
export function pathOf(codes: Uint8Array): string {
  let path = ''
  for (let row = 0; row < codeCount / rowLength; row++) {
    for (let column = 0; column < rowLength; column++) {
      if (codes[row * rowLength + column] === 0) continue
      const start = column
      while (column < rowLength && codes[row * rowLength + column] === 1) column++
      path += `M${start} ${row}h${column - start}v1h${start - column}z`
    }
  }
  return path
}

/** Codes that cannot be shown; `0000` is never one. */
export function missingCodes(codes: Uint8Array): string[] {
  const missing: string[] = []
  for (let code = 1; code < codeCount; code++) {
    if (codes[code] === 0) missing.push(String(code).padStart(4, '0'))
  }
  return missing
}

type ConfirmationNumber = Answer<'/operator/pools'>['confirmation'][number]
export interface Run extends Omit<ConfirmationNumber, 'number'> {
  readonly numbers: readonly string[]
}

/** Numbers that follow each other, as one line each. */
export function runsOf(confirmation: Answer<'/operator/pools'>['confirmation']): Run[] {
  const runs: (Run & { numbers: string[]; marks: string })[] = []
  for (const { number, ...facts } of confirmation) {
    const last = runs.at(-1)
    const marks = JSON.stringify(facts)
    const isNext = last?.marks === marks && Number(last.numbers.at(-1)) + 1 === Number(number)
    if (last !== undefined && isNext) last.numbers.push(number)
    else runs.push({ numbers: [number], marks, ...facts })
  }
  return runs
}

export function rangeText(first: string, last: string): string {
  return first === last ? `+${first}` : `+${first} – +${last}`
}
