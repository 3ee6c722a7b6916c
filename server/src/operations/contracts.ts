import { type Static, Type } from 'typebox'
import { roublesText } from '../books/money.ts'
import { parseCsv } from '../platform/parse-csv.ts'
import { pick } from '../platform/pick.ts'
import { networkName } from '../quality/network-name.ts'
import { OperationRefused, wrongField } from '../storage/operation-refused.ts'
import {
  type NumberContract,
  removeNumberContract,
  saveNumberContract,
} from '../storage/queries/number-contracts.ts'
import { trunks } from '../storage/queries/trunks.ts'
import { parseNewCallerRange } from '../telephony/pool/caller-range.ts'
import { maxLabelLength, rangeField, rangeText } from './caller-pool.ts'
import { moneyText, optional, textIn, unitsIn } from './fields.ts'
import { type OperationTx, operation } from './operation.ts'

const maxDocumentLength = 100
const maxNetworkLength = 200
const maxNoteLength = 500
const maxRanges = 1_000
const maxCsvLength = 1_000_000

const lastDayExpected = 'the last day, such as 2026-12-31'
const countryExpected = 'the country of the called network, such as RU'
const rangesExpected = 'ranges of calling numbers such as 74951230000-74951239999, or single numbers'

const document = Type.String({
  minLength: 1,
  maxLength: 2 * maxDocumentLength,
  expected: `the number of the document, 1 to ${maxDocumentLength} characters`,
})
const fields = {
  document,
  ranges: Type.Array(rangeField, {
    minItems: 1,
    maxItems: maxRanges,
    description: rangesExpected,
  }),
  lastDay: Type.String({ maxLength: 10, expected: lastDayExpected }),
  ...optional({
    network: Type.String({
      maxLength: 400,
      description: 'the called network, as the numbering data name it',
    }),
    country: Type.String({ maxLength: 2, expected: countryExpected }),
    trunk: Type.String({
      maxLength: 32,
      description: 'the trunk whose carrier it is with, instead of a network',
    }),
    label: Type.String({ maxLength: 200, description: 'what phones show beside the numbers' }),
    price: Type.String({
      ...moneyText,
      description: 'what is charged for each attempt, connected or not: it enters cost and margin',
    }),
    note: Type.String({ maxLength: 2 * maxNoteLength }),
  }),
}
const input = Type.Object(fields)
type Written = Static<typeof input>

type ContractFacts = Pick<NumberContract, 'document' | 'network' | 'trunk' | 'lastDay'>

/** With the same document it replaces what was noted. */
export const saveContract = operation({
  name: 'contract.set',
  about: 'Note a contract about calling numbers with a called network or a carrier',
  log: ({ document, network, trunk, lastDay }: ContractFacts) => [
    `contract ${document} about calling numbers, with ${network || `the carrier of ${trunk}`}, valid until ${lastDay}`,
    `договор ${document} о номерах для показа: ${network || `оператор связи транка ${trunk}`}, до ${lastDay}`,
  ],
  api: { scope: 'trunks', path: '/contracts' },
  input,
  async run(tx, written) {
    const contract = readContract(written, await namesOf(tx))
    await saveNumberContract(tx.sql, contract)
    return tx.log(pick(contract, 'document', 'network', 'trunk', 'lastDay'))
  },
})

export const removeContract = operation({
  name: 'contract.remove',
  about: 'Remove a contract about calling numbers',
  log: ({ document }: { document: string }) => [
    `contract ${document} about calling numbers removed`,
    `договор ${document} о номерах для показа удалён`,
  ],
  api: { scope: 'trunks', path: '/contracts/remove' },
  input: Type.Object({ document }),
  async run({ sql, log }, { document: typed }) {
    const named = typed.trim()
    if (!(await removeNumberContract(sql, named)))
      throw new OperationRefused('no-contract', `There is no contract ${named}`)
    return log({ document: named })
  },
})

/** The columns of a file, in the order of its rows. */
export const contractColumns = [
  ...(['document', 'country', 'network', 'trunk', 'ranges', 'lastDay', 'label', 'price', 'note'] as const),
] as const
export const contractCells = ({ ranges, attemptUnits, ...contract }: NumberContract) => {
  const written = { ...contract, ranges: ranges.join(' '), price: roublesText(attemptUnits) }
  return contractColumns.map((name) => written[name])
}

/** All of them or none. */
export const importContracts = operation({
  name: 'contract.import',
  about: 'Note the contracts of a CSV file, whose first line names its columns',
  log: ({ count }: { count: number }) => [
    `${count} contracts about calling numbers imported`,
    `договоры о номерах для показа загружены: ${count}`,
  ],
  api: { scope: 'trunks', path: '/contracts/import' },
  input: Type.Object({
    csv: Type.String({
      maxLength: maxCsvLength,
      description: `columns ${contractColumns.join(', ')}; of ranges several with spaces between them`,
    }),
  }),
  async run(tx, { csv }) {
    const [head = [], ...rows] = parseCsv(csv) ?? []
    const names = head.map((name) =>
      contractColumns.find((known) => known.toLowerCase() === name.toLowerCase()),
    )
    const missing = (['document', 'ranges', 'lastDay'] as const).find((name) => !names.includes(name))
    if (missing !== undefined || names.includes(undefined))
      throw wrongField('csv', `CSV whose first line names columns of ${contractColumns.join(', ')}`)
    const known = await namesOf(tx)
    const recordOf = new Map<string, number>()
    for (const [place, cells] of rows.entries()) {
      const row = Object.fromEntries(names.map((name, column) => [name!, cells[column] ?? '']))
      const record = place + 2
      const contract = atLine(record, () => {
        const read = readContract(
          { ...row, ranges: row.ranges!.split(/\s+/).filter(Boolean) } as Written,
          known,
        )
        const first = recordOf.get(read.document)
        if (first !== undefined)
          throw wrongField('document', `each document once (record ${first} has this one too)`)
        return read
      })
      recordOf.set(contract.document, record)
      await saveNumberContract(tx.sql, contract)
    }
    return tx.log({ count: rows.length })
  },
})

function atLine<T>(line: number, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof OperationRefused)) throw error
    const { field, message, expected } = error
    throw new OperationRefused('wrong-field', `csv: record ${line}: ${message}`, {
      field: 'csv',
      expected: expected === undefined ? undefined : `record ${line}: ${field}: expected ${expected}`,
    })
  }
}

const namesOf = async ({ sql }: Pick<OperationTx, 'sql'>) => (await trunks(sql)).map(({ name }) => name)

function readContract(written: Written, trunkNames: readonly string[]): NumberContract {
  const {
    network: typed = '',
    country: place = '',
    trunk: over = '',
    label = '',
    price = '',
    note = '',
  } = written
  const [network, country, trunk] = [typed.trim(), place.trim().toUpperCase(), over.trim()]
  if ((network === '') === (trunk === ''))
    throw wrongField('network', 'a called network, or else a trunk whose carrier it is')
  if (network !== '' && !/^[A-Z]{2}$/.test(country)) throw wrongField('country', countryExpected)
  if (trunk !== '' && !trunkNames.includes(trunk)) throw wrongField('trunk', 'the name of a trunk')
  const lastDay = written.lastDay.trim()
  if (!isDay(lastDay)) throw wrongField('lastDay', lastDayExpected)
  if (written.ranges.length === 0 || written.ranges.length > maxRanges)
    throw wrongField('ranges', `${rangesExpected}, ${maxRanges} at most`)
  return {
    document: textIn('document', written.document, maxDocumentLength, 1),
    ranges: written.ranges.map((text) => {
      const range = parseNewCallerRange(text)
      if (typeof range === 'string') throw new OperationRefused('bad-range', range, { field: 'ranges' })
      return rangeText(range.first, range.last)
    }),
    ...(network === ''
      ? { country: '', network: '', trunk }
      : { country, network: networkName(country, textIn('network', network, maxNetworkLength)), trunk: '' }),
    lastDay,
    label: textIn('label', label, maxLabelLength),
    attemptUnits: price.trim() === '' ? 0 : unitsIn('price', price),
    note: textIn('note', note, maxNoteLength),
  }
}

/** A day of the calendar. */
function isDay(text: string): boolean {
  if (!/^20\d\d-\d\d-\d\d$/.test(text)) return false
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}
