import { addToPool, listPool, readNumbers } from '../../verification/confirmation-pool.ts'
import { defineCommand, type Reading, rest } from '../command.ts'

const numbers: Reading<string> = {
  expected: 'numbers such as 74951230000 or ranges such as 74951230000-74951230009, of at most 10000 numbers',
  read: (typed) => (readNumbers(typed) === undefined ? undefined : typed),
}

const add = defineCommand({
  words: 'confirm-pool add',
  summary: 'Add numbers that people call to confirm their own',
  operands: { numbers: rest('NUMBER', numbers) },
  options: {},
  run: async ({ operands, open }) => addToPool((await open()).store, operands.numbers),
})

const list = defineCommand({
  words: 'confirm-pool list',
  summary: 'Show the numbers that people call to confirm their own',
  operands: {},
  options: {},
  run: async ({ open }) => listPool((await open()).store),
})

export const confirmPoolCommands = [add, list]
