import {
  addConfirmationNumbers,
  readNumbers,
  removeConfirmationNumbers,
} from '../../operations/confirmation-pool.ts'
import { defineCommand, type Reading } from '../command.ts'
import { operationCommand } from '../operation-command.ts'

const reading: Reading<string> = {
  expected: 'numbers such as 74951230000 or ranges such as 74951230000-74951230009, of at most 10000 numbers',
  read: (typed) => (readNumbers(typed) === undefined ? undefined : typed),
}

const add = operationCommand(
  addConfirmationNumbers,
  {
    words: 'confirm-pool add',
    summary: 'Add numbers that people call to confirm their own',
    operands: { ranges: 'NUMBER' },
    options: {
      ranges: { reading },
      trunks: {
        name: 'trunk',
        value: 'NAME',
        about: 'a trunk that carries them; without it any trunk that takes incoming calls',
      },
    },
  },
  ({ added, known }, { trunks = [] }) => ({
    json: { added, known, ...(trunks.length === 0 ? {} : { trunks }) },
    text: `Added: ${added}. In the pool already: ${known}.${
      trunks.length === 0 ? '' : ` Calls to them count over ${trunks.join(', ')} alone.`
    }`,
  }),
)

const list = defineCommand({
  words: 'confirm-pool list',
  summary: 'Show the numbers that people call to confirm their own',
  operands: {},
  options: {},
  async run({ open }) {
    const numbers = await (await open()).store.confirmationNumbers()
    const lines = numbers.map(({ number, demo, trunks }) =>
      [number, ...(demo ? ['demo'] : []), ...(trunks.length === 0 ? [] : [trunks.join(', ')])].join('  '),
    )
    return { json: numbers, text: lines.join('\n') || 'The confirmation pool is empty.' }
  },
})

const remove = operationCommand(
  removeConfirmationNumbers,
  {
    words: 'confirm-pool remove',
    summary:
      'Remove numbers from the confirmation pool; a person who already got one may still call it in time',
    operands: { numbers: 'NUMBER' },
    options: { numbers: { reading } },
  },
  ({ removed, unknown }) => ({
    json: { removed, unknown },
    text: `Removed: ${removed}. Not in the pool: ${unknown}.`,
    failed: removed === 0,
  }),
)

export const confirmPoolCommands = [add, list, remove]
