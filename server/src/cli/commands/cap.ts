import { roubles } from '../../books/money.ts'
import { setSpendCap } from '../../operations/spend-caps.ts'
import { table } from '../columns.ts'
import { defineCommand } from '../command.ts'
import { UsageError } from '../failures.ts'
import { operationCommand } from '../operation-command.ts'
import { boundText } from '../wording.ts'

const set = operationCommand(
  setSpendCap,
  {
    words: 'cap set',
    operands: { scope: 'SCOPE' },
    options: { perHour: { value: 'ROUBLES' }, perDay: { value: 'ROUBLES' } },
    adapt({ perHour, perDay }) {
      if (perHour === undefined && perDay === undefined)
        throw new UsageError('cap set: --per-hour or --per-day is missing: expected roubles, or none')
    },
  },
  ({ scope, perHour, perDay }) => ({
    json: { scope, per_hour: perHour || null, per_day: perDay || null },
    text: `Now the spend cap of ${scope}: ${boundText(perHour)} an hour, ${boundText(perDay)} a day.`,
  }),
)

const list = defineCommand({
  words: 'cap list',
  summary: 'Show the spending limits',
  operands: {},
  options: {},
  async run({ open }) {
    const caps = (await (await open()).store.spendCaps()).map(({ scope, perHourUnits, perDayUnits }) => ({
      scope,
      per_hour: roubles(perHourUnits),
      per_day: roubles(perDayUnits),
    }))
    const rows = caps.map((cap) => [cap.scope, boundText(cap.per_hour), boundText(cap.per_day)])
    return {
      json: caps.map((cap) => ({ ...cap, per_hour: cap.per_hour || null, per_day: cap.per_day || null })),
      text: table(['SCOPE', 'AN HOUR', 'A DAY'], rows, 'Nothing bounds the spending but the balances'),
    }
  },
})

export const capCommands = [set, list]
