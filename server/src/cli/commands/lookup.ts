import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { lineBatches } from '../../numbering/files/lines.ts'
import { lookUp } from '../../numbering/numbering.ts'
import type { AnswerSource, KnownNumber } from '../../numbering/phone.ts'
import { defineCommand, flag, rest } from '../command.ts'
import { withRegistry } from '../command-context.ts'
import { UsageError } from '../failures.ts'
import { ProgressBar } from '../progress.ts'
import { phoneText } from '../readings.ts'
import { jsonOf } from '../wording.ts'

const numberOrFile = {
  ...phoneText,
  expected: 'a phone number such as +79161234567; with --file a file, or - for standard input',
}

/** The number of lookups before other work can run: 1 to 7 µs each. */
const numbersPerTurn = 500

export const lookup = defineCommand({
  words: 'lookup',
  summary: 'Show what is known about phone numbers; each is printed when it is found',
  operands: { numbers: rest('NUMBER', numberOrFile) },
  options: {
    file: flag('the arguments are files with one number per line; - is standard input'),
    russian: flag('names of countries in Russian'),
  },
  async run({ operands, options, terminal, json, open }) {
    if (!options.file && operands.numbers.includes('-')) throw new UsageError('lookup: - goes with --file')
    const language = options.russian ? 'ru' : 'en'
    return withRegistry(await open(), terminal, async (numbering) => {
      let numbers = 0
      let valid = 0
      for (const source of options.file ? operands.numbers : [operands.numbers]) {
        const bar = new ProgressBar(terminal)
        for await (const line of typeof source === 'string' ? linesOfFile(source, bar) : source) {
          const input = line.trim()
          if (input === '') continue
          const known = lookUp(numbering, input, language)
          numbers += 1
          if (known !== undefined) valid += 1
          if (json)
            terminal.out(`${JSON.stringify(jsonOf({ input, valid: known !== undefined, ...known }))}\n`)
          else for (const row of cardOf(input, known)) terminal.out(`${row}\n`)
          if (numbers % numbersPerTurn === 0) await nextTurn()
        }
        bar.end()
      }
      return { json: undefined, text: numbers > 1 ? `${valid} of ${numbers} are valid.` : '' }
    })
  },
})

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
function cardOf(input: string, known: KnownNumber | undefined): string[] {
  if (known === undefined) return [input, '  not a valid phone number']
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

/** The lines of a file, with a progress bar; `-` is the standard input, whose length is unknown. */
async function* linesOfFile(path: string, bar: ProgressBar): AsyncGenerator<string> {
  if (path === '-') {
    for await (const lines of lineBatches(process.stdin)) yield* lines
    return
  }
  const { size } = await stat(path)
  const file = createReadStream(path)
  for await (const lines of lineBatches(file)) {
    for (const line of lines) yield line
    bar.show('looking up', size === 0 ? 1 : file.bytesRead / size, 1)
  }
}
