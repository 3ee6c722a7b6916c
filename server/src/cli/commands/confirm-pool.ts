import { readNumbers } from '../../operations/confirmation-pool.ts'
import { defineCommand, many, type Reading, rest } from '../command.ts'
import { addToPool, listPool, removeFromPool } from '../pool/confirmation-pool-commands.ts'
import { text } from '../readings.ts'

const numbers: Reading<string> = {
  expected: 'numbers such as 74951230000 or ranges such as 74951230000-74951230009, of at most 10000 numbers',
  read: (typed) => (readNumbers(typed) === undefined ? undefined : typed),
}

const add = defineCommand({
  words: 'confirm-pool add',
  summary: 'Add numbers that people call to confirm their own',
  operands: { numbers: rest('NUMBER', numbers) },
  options: {
    trunk: many(
      'NAME',
      'a trunk that carries them; without it any trunk that takes incoming calls',
      text('the name of a trunk'),
    ),
  },
  run: async ({ operands, options, open }) => addToPool(await open(), operands.numbers, options.trunk),
})

const list = defineCommand({
  words: 'confirm-pool list',
  summary: 'Show the numbers that people call to confirm their own',
  operands: {},
  options: {},
  run: async ({ open }) => listPool(await open()),
})

const remove = defineCommand({
  words: 'confirm-pool remove',
  summary:
    'Remove numbers from the confirmation pool; a person who already got one may still call it in time',
  operands: { numbers: rest('NUMBER', numbers) },
  options: {},
  run: async ({ operands, open }) => removeFromPool(await open(), operands.numbers),
})

export const confirmPoolCommands = [add, list, remove]
