import { snapshotRepositoryOf } from '../../app/compose-numbering.ts'
import { openNumbering } from '../../numbering/open-numbering.ts'
import { defineCommand, many, one, operand } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { UsageError } from '../failures.ts'
import { addToPool, checkPool, labelPool, listPool, removeFromPool } from '../pool/pool-commands.ts'
import { type HealthDesk, release, showHealth, showPlan } from '../pool/pool-health.ts'
import { text } from '../readings.ts'
import type { Terminal } from '../terminal.ts'

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

/** The registry says whose a calling number is. */
async function withRegistry<T>(
  context: CommandContext,
  terminal: Terminal,
  run: (desk: HealthDesk) => Promise<T>,
): Promise<T> {
  const opened = await openNumbering({
    repository: snapshotRepositoryOf(context.store, () => context.now()),
    timers: { after: () => ({ cancel: () => {} }) },
    onProblem: (message) => terminal.err(`ringkey: ${message}\n`),
  })
  try {
    return await run({ ...context, numbering: opened.numbering })
  } finally {
    opened.close()
  }
}

const check = defineCommand({
  words: 'pool check',
  summary: 'Show which codes can be used, for which destinations, and numbers that a trunk may not show',
  operands: {},
  options: { code: one('CODE', 'name the numbers that show this code', text('four digits such as 0042')) },
  run: async ({ options, open, terminal }) =>
    withRegistry(await open(), terminal, (desk) => checkPool(desk, desk.numbering, options.code)),
})

const health = defineCommand({
  words: 'pool health',
  summary: 'Show how calling numbers fare against their siblings, and which of them rest',
  operands: {},
  options: {},
  run: async ({ open, terminal }) => withRegistry(await open(), terminal, showHealth),
})

const plan = defineCommand({
  words: 'pool plan',
  summary: 'Show load, thin codes and ranges to replace, or what a further range would give',
  operands: {},
  options: {
    add: one('RANGE', 'a range that is not in the pool yet', text('a range such as 74951230000-74951239999')),
    trunk: one('NAME', 'the trunk that would show it', text('the name of a trunk')),
  },
  async run({ options: { add: range, trunk: name }, open, terminal }) {
    if ((range === undefined) !== (name === undefined))
      throw new UsageError('pool plan: expected --add and --trunk together')
    const further = range === undefined ? undefined : { range, trunk: name! }
    return withRegistry(await open(), terminal, (desk) => showPlan(desk, further))
  },
})

const releaseRest = defineCommand({
  words: 'pool release',
  summary: 'End the rest of a number or range: it is tried again with few calls',
  operands: { range },
  options: { trunk: one('NAME', 'the trunk on which it rests', text('the name of a trunk')) },
  async run({ operands, options, open }) {
    if (options.trunk === undefined)
      throw new UsageError('pool release: --trunk is missing: expected the name of a trunk')
    return release(await open(), { range: operands.range, trunk: options.trunk })
  },
})

const label = defineCommand({
  words: 'pool label',
  summary: 'Note what phones show beside the numbers of a range, as agreed with the network',
  operands: { range },
  options: {
    trunk,
    text: one('TEXT', 'the name that phones show; nothing without it', text()),
    category: one('TEXT', 'the category of calls that the networks keep', text()),
  },
  async run({ operands, options, open }) {
    const trunks = someTrunks('pool label', options.trunk)
    const texts = { label: options.text ?? '', category: options.category ?? '' }
    return labelPool(await open(), { range: operands.range, trunks, ...texts })
  },
})

export const poolCommands = [add, list, check, health, plan, releaseRest, label, remove]
