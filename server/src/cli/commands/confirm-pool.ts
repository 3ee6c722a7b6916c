import { columns } from '../columns.ts'
import { defineCommand, type Reading, rest } from '../command.ts'

const maxRange = 100_000

/** One number or a range such as `74951230000-74951230009`, spelled out. */
const numbers: Reading<readonly string[]> = {
  expected: 'numbers in E.164 digits such as 74951230000, or ranges such as 74951230000-74951230009',
  read(typed) {
    const match = /^\+?([1-9]\d{6,14})(?:-\+?([1-9]\d{6,14}))?$/.exec(typed)
    if (match === null) return undefined
    const [first, last] = [Number(match[1]), Number(match[2] ?? match[1])]
    if (last < first || last - first >= maxRange) return undefined
    return Array.from({ length: last - first + 1 }, (_, index) => String(first + index))
  },
}

const add = defineCommand({
  words: 'confirm-pool add',
  summary: 'Add numbers that people call to confirm their own',
  operands: { numbers: rest('NUMBER', numbers) },
  options: {},
  async run({ operands, open }) {
    const added = await (await open()).store.addConfirmationNumbers({
      numbers: operands.numbers.flat(),
      demo: false,
    })
    return { json: { added }, text: `${added} numbers were added to the confirmation pool.` }
  },
})

const list = defineCommand({
  words: 'confirm-pool list',
  summary: 'Show the numbers that people call to confirm their own',
  operands: {},
  options: {},
  async run({ open }) {
    const pool = await (await open()).store.confirmationNumbers()
    const lines = columns(pool.map(({ number, demo }) => [number, demo ? 'demo' : '']))
    return { json: pool, text: pool.length === 0 ? 'The confirmation pool is empty.' : lines.join('\n') }
  },
})

export const confirmPoolCommands = [add, list]
