import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { lineBatches } from '../../numbering/files/lines.ts'
import { lookUp as findKnown } from '../../numbering/look-up.ts'
import type { SwappableNumbering } from '../../numbering/numbering.ts'
import type { AnswerSource, KnownNumber as KnownToNumbering } from '../../numbering/phone.ts'
import type { CommandOutput } from './command-output.ts'

export type Language = 'en' | 'ru'

export interface UnknownNumber {
  readonly input: string
  readonly valid: false
}

export interface KnownNumber extends KnownToNumbering {
  readonly input: string
  readonly valid: true
}

export function lookUp(
  numbering: SwappableNumbering,
  input: string,
  language: Language,
): KnownNumber | UnknownNumber {
  const known = findKnown(numbering, input, language)
  return known === undefined ? { input, valid: false } : { input, valid: true, ...known }
}

const explained: Record<AnswerSource, string> = {
  registry: 'the imported numbering registry',
  seed: 'the built-in seed (approximate; import a registry for exact answers)',
  metadata: "libphonenumber's metadata",
}

/** Russian number prefixes distinguish fixed from mobile reliably; those of other countries do not always. */
function kindOf({ mobile, countryIso }: KnownNumber): string {
  if (mobile) return 'mobile'
  return countryIso === 'RU' ? 'fixed line' : 'fixed line or unknown'
}

/** The readable description of one number. */
export function cardOf(known: KnownNumber | UnknownNumber): string[] {
  if (!known.valid) return [known.input, '  not a valid phone number']
  const { provider, company, mnc, registryOperator, portedTo, region, city, range } = known
  const row = (title: string, ...texts: string[]) => {
    const text = texts.filter((part) => part !== '').join(', ')
    return text === '' ? [] : [`  ${title.padEnd(10)}${text}`]
  }
  return [
    `+${known.e164}`,
    ...row('national', known.nationalFormat),
    ...row('country', known.country, known.countryIso),
    ...row('kind', kindOf(known)),
    ...row('operator', provider, company === provider ? '' : company, mnc === 0 ? '' : `network ${mnc}`),
    ...row(
      'ported',
      portedTo === '' ? '' : `from ${registryOperator || 'an unknown operator'} to ${portedTo}`,
    ),
    ...row('place', city, region),
    ...row('range', range),
    ...row('source', explained[known.source]),
  ]
}

export interface LookupCommand {
  readonly numbering: SwappableNumbering
  readonly language: Language
  /** One JSON object per line instead of text. */
  readonly json: boolean
}

export interface LookupTotals {
  readonly numbers: number
  readonly valid: number
}

/** The number of lookups before other work can run: 1 to 7 µs each. */
const numbersPerTurn = 500

/** `ringkey lookup NUMBER…` */
export async function runLookup(
  inputs: Iterable<string> | AsyncIterable<string>,
  { numbering, language, json }: LookupCommand,
  out: Pick<CommandOutput, 'line'>,
): Promise<LookupTotals> {
  let numbers = 0
  let valid = 0
  for await (const input of inputs) {
    if (input.trim() === '') continue
    const known = lookUp(numbering, input.trim(), language)
    numbers += 1
    if (known.valid) valid += 1
    if (json) out.line(JSON.stringify(known))
    else for (const line of cardOf(known)) out.line(line)
    if (numbers % numbersPerTurn === 0) await nextTurn()
  }
  return { numbers, valid }
}

/** The lines of a file, with a progress bar; `-` is the standard input, whose length is unknown. */
export async function* linesOfFile(
  path: string,
  out: Pick<CommandOutput, 'progress'>,
): AsyncGenerator<string> {
  if (path === '-') {
    for await (const lines of lineBatches(process.stdin)) yield* lines
    return
  }
  const { size } = await stat(path)
  const file = createReadStream(path)
  for await (const lines of lineBatches(file)) {
    for (const line of lines) yield line
    out.progress(path, size === 0 ? 1 : file.bytesRead / size)
  }
}
