import { readFileSync } from 'node:fs'
import { roublesText } from '../../books/money.ts'
import { contractsCsv } from '../../cabinet/contract-export.ts'
import { importContracts, removeContract, saveContract } from '../../operations/contracts.ts'
import { perform } from '../../operations/perform.ts'
import { listCommand } from '../columns.ts'
import { defineCommand, operand } from '../command.ts'
import { CommandFailed } from '../failures.ts'
import { operationCommand } from '../operation-command.ts'
import { text } from '../readings.ts'

const set = operationCommand(saveContract, {
  words: 'contract set',
  summary: 'Note a contract about calling numbers, or replace the one with the same document',
  operands: { document: 'DOCUMENT' },
  options: {
    ranges: { name: 'range', value: 'RANGE', about: 'calling numbers; several times for several ranges' },
    lastDay: { value: 'DATE' },
    network: { value: 'NAME' },
    trunk: { value: 'NAME' },
    price: { value: 'ROUBLES' },
  },
})

const remove = operationCommand(removeContract, {
  words: 'contract remove',
  operands: { document: 'DOCUMENT' },
})

const list = listCommand({
  words: 'contract list',
  summary: 'Show the contracts about calling numbers',
  records: ({ store }) => store.numberContracts(),
  whenEmpty:
    'No contract is noted: ringkey contract set DOCUMENT --range RANGE --network NAME --country RU --last-day DATE',
  shown: {
    DOCUMENT: 'document',
    WITH: ({ network, country, trunk }) =>
      network === '' ? `carrier of ${trunk}` : `${network} (${country})`,
    RANGES: ({ ranges }) => ranges.join(' '),
    UNTIL: 'lastDay',
    'PER ATTEMPT': ({ attemptUnits }) => roublesText(attemptUnits),
    LABEL: 'label',
    NOTE: 'note',
  },
})

const importFile = defineCommand({
  words: 'contract import',
  summary: 'Note the contracts of a CSV file, as contract export writes it: all of them or none',
  operands: { file: operand('FILE', text('a CSV file')) },
  async run({ operands: { file }, open }) {
    let csv: string
    try {
      csv = readFileSync(file, 'utf8')
    } catch {
      throw new CommandFailed(`There is no file ${file}`)
    }
    const done = await perform(await open(), importContracts, { csv })
    return { json: done, text: `Contracts noted: ${done.count}.` }
  },
})

const exportFile = defineCommand({
  words: 'contract export',
  summary: 'Write the contracts about calling numbers to standard output as CSV',
  async run({ open, terminal }) {
    const rows = contractsCsv(await (await open()).store.numberContracts())
    // The terminal would show the carriage returns of RFC 4180.
    terminal.out(rows.join('').replaceAll('\r\n', '\n'))
    return undefined
  },
})

export const contractCommands = [set, list, importFile, exportFile, remove]
