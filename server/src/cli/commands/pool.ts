import { defineCommand, many, one, operand } from '../command.ts'
import { UsageError } from '../failures.ts'
import { addToPool, checkPool, listPool, removeFromPool } from '../pool/pool-commands.ts'
import { text } from '../readings.ts'

const range = operand(
  'RANGE',
  text('a number such as 74951230000 or a range such as 74951230000-74951239999'),
)
const trunk = many('NAME', 'a trunk that may show these numbers', text('the name of a trunk'))

function someTrunks(words: string, trunks: readonly string[]): readonly string[] {
  if (trunks.length === 0) throw new UsageError(`${words}: --trunk is missing: expected the name of a trunk`)
  return trunks
}

const add = defineCommand({
  words: 'pool add',
  summary: 'Add numbers that calls may show, on one or more trunks',
  operands: { range },
  options: { trunk },
  async run({ operands, options, open }) {
    const trunks = someTrunks('pool add', options.trunk)
    return addToPool(await open(), { range: operands.range, trunks })
  },
})

const remove = defineCommand({
  words: 'pool remove',
  summary: 'Remove a range from trunks',
  operands: { range },
  options: { trunk },
  async run({ operands, options, open }) {
    const trunks = someTrunks('pool remove', options.trunk)
    return removeFromPool(await open(), { range: operands.range, trunks })
  },
})

const list = defineCommand({
  words: 'pool list',
  summary: 'Show the numbers that calls may show',
  operands: {},
  options: {},
  run: async ({ open }) => listPool(await open()),
})

const check = defineCommand({
  words: 'pool check',
  summary: 'Show which codes can be used, and for which destinations',
  operands: {},
  options: { code: one('CODE', 'name the numbers that show this code', text('four digits such as 0042')) },
  run: async ({ options, open }) => checkPool(await open(), options.code),
})

export const poolCommands = [add, list, check, remove]
