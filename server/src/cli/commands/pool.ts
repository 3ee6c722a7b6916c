import { blockedCalls, redressCsv } from '../../cabinet/quality/redress.ts'
import { addToPool, labelNumbers, releaseNumbers, removeFromPool } from '../../operations/caller-pool.ts'
import {
  addConfirmationNumbers,
  readNumbers,
  removeConfirmationNumbers,
} from '../../operations/confirmation-pool.ts'
import { isInUse } from '../../operations/trunks.ts'
import { listing } from '../columns.ts'
import { defineCommand, flag, needed, one, type Reading } from '../command.ts'
import { withRegistry } from '../command-context.ts'
import { confirm } from '../confirm.ts'
import { operationCommand } from '../operation-command.ts'
import { checkPool, listPool } from '../pool/pool-commands.ts'
import { showHealth } from '../pool/pool-health.ts'
import { moment, text } from '../readings.ts'
import { timeText } from '../wording.ts'

const trunks = { name: 'trunk', value: 'NAME', about: 'a trunk that may show these numbers' }
const counted = (count: number) => `${count} ${count === 1 ? 'number' : 'numbers'}`

const add = operationCommand(
  addToPool,
  {
    words: 'pool add',
    summary: 'Add numbers that calls may show, on one or more trunks',
    operands: { range: 'RANGE' },
    options: { trunks },
  },
  ({ first, last, numbers }, input) => ({
    json: { first, last, trunks: input.trunks, numbers },
    text: `${counted(numbers)} on ${input.trunks.join(', ')}.`,
  }),
)

const remove = operationCommand(
  removeFromPool,
  {
    words: 'pool remove',
    summary: 'Remove a range from trunks',
    operands: { range: 'RANGE' },
    options: { trunks },
    more: { yes: flag('do not ask, although a trunk is in use') },
    async adapt(input, { options, terminal, open }) {
      if (options.yes) return
      const named = (await (await open()).store.trunks()).filter(({ name }) => input.trunks.includes(name))
      const used = named.filter(isInUse).map(({ name }) => name)
      if (used.length === 0) return
      await confirm(
        terminal,
        'pool remove',
        `Calls over ${used.join(', ')} show numbers of ${input.range}. Remove them?`,
      )
    },
  },
  (gone, input) => ({
    json: gone,
    text: `Removed from ${gone.removed} of ${input.trunks.length} trunks.`,
  }),
)

const list = defineCommand({
  words: 'pool list',
  summary: 'Show the numbers that calls may show',
  run: async ({ open }) => listPool(await open()),
})

const check = defineCommand({
  words: 'pool check',
  summary: 'Show which codes can be used, for which destinations, and numbers that a trunk may not show',
  options: { code: one('CODE', 'name the numbers that show this code', text('four digits such as 0042')) },
  async run({ options, open, terminal }) {
    const context = await open()
    return withRegistry(context, terminal, (numbering) => checkPool(context, numbering, options.code))
  },
})

const health = defineCommand({
  words: 'pool health',
  summary: 'Show the caller-ID reputation per number, and which numbers are paused or being retested',
  async run({ open, terminal }) {
    const context = await open()
    return withRegistry(context, terminal, (numbering) => showHealth({ ...context, numbering }))
  },
})

const release = operationCommand(releaseNumbers, {
  words: 'pool release',
  summary: 'End the pause of a number or range: it is retested with few calls',
  operands: { range: 'RANGE' },
  options: { trunk: { value: 'NAME', about: 'the trunk on which it is paused' } },
})

const redress = defineCommand({
  words: 'pool redress',
  summary: 'List the calls that networks blocked, for the carrier that is to have the numbers unblocked',
  options: {
    since: needed('TIME', 'at or after this day or time (UTC)', moment),
    csv: flag('all of them as a file, instead of the newest'),
  },
  async run({ options, open, terminal }) {
    const context = await open()
    const asked = { since: options.since, now: context.now() }
    if (options.csv) {
      // The terminal would show the carriage returns of RFC 4180.
      for await (const rows of redressCsv(context, asked)) terminal.out(rows.replaceAll('\r\n', '\n'))
      return undefined
    }
    const { items } = await blockedCalls(context, { ...asked, before: null })
    return listing(items, 'No network has blocked a call', {
      'TIME (UTC)': ({ startedAt }) => timeText(startedAt),
      FROM: 'callingNumber',
      TO: 'called',
      TRUNK: 'trunk',
      'CALL-ID': 'callId',
      CONTACT: ({ contact: { url, email, tel, jcard } }) => url || email || tel || jcard || '-',
    })
  },
})

const label = operationCommand(
  labelNumbers,
  {
    words: 'pool label',
    operands: { range: 'RANGE' },
    options: { trunks, label: { name: 'text', about: 'the name that phones show; nothing without it' } },
    defaults: { label: '', category: '' },
  },
  (done, input) => ({ json: done, text: `Noted for ${done.labelled} of ${input.trunks.length} trunks.` }),
)

const reading: Reading<string> = {
  expected: 'numbers such as 74951230000 or ranges such as 74951230000-74951230009, of at most 10000 numbers',
  read: (typed) => (readNumbers(typed) === undefined ? undefined : typed),
}

const addConfirmation = operationCommand(
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
      countries: { name: 'country', value: 'RU' },
    },
  },
  ({ added, known }, { trunks = [] }) => ({
    json: { added, known, ...(trunks.length === 0 ? {} : { trunks }) },
    text: `Added: ${added}. In the pool already: ${known}.${
      trunks.length === 0 ? '' : ` Calls to them count over ${trunks.join(', ')} alone.`
    }`,
  }),
)

const listConfirmation = defineCommand({
  words: 'confirm-pool list',
  summary: 'Show the numbers that people call to confirm their own',
  async run({ open }) {
    const numbers = await (await open()).store.confirmationNumbers()
    const lines = numbers.map(({ number, demo, trunks, tollFree, countries, thanks }) =>
      [
        number,
        demo && 'demo',
        tollFree && 'toll-free',
        thanks && 'thanks',
        countries.join(' '),
        trunks.join(', '),
      ]
        .filter(Boolean)
        .join('  '),
    )
    return { json: numbers, text: lines.join('\n') || 'The confirmation pool is empty.' }
  },
})

const removeConfirmation = operationCommand(
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

export const poolCommands = [
  add,
  list,
  check,
  health,
  redress,
  release,
  label,
  remove,
  addConfirmation,
  listConfirmation,
  removeConfirmation,
]
