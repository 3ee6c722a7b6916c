import { roubles } from '../../books/money.ts'
import type { SpendCapRecord } from '../../books/spend-cap.ts'
import { changeSpendCap } from '../../operations/spend-caps.ts'
import { table } from '../columns.ts'
import { defineCommand, one, operand } from '../command.ts'
import { UsageError } from '../failures.ts'
import { once, operationOption } from '../once.ts'
import { bound, capScope } from '../readings.ts'
import { boundText } from '../wording.ts'

const set = defineCommand({
  words: 'cap set',
  summary: 'Limit what a service, an account or a destination may spend',
  operands: { scope: operand('SCOPE', capScope) },
  options: {
    'per-hour': one('ROUBLES', 'in a clock hour', bound),
    'per-day': one('ROUBLES', 'in the last 24 clock hours', bound),
    operation: operationOption,
  },
  async run({ operands, options, open, terminal }) {
    if (options['per-hour'] === undefined && options['per-day'] === undefined) {
      throw new UsageError(`cap set: --per-hour or --per-day is missing: expected ${bound.expected}`)
    }
    const context = await open()
    const scope = `${operands.scope.kind}:${operands.scope.value}`
    const { 'per-hour': perHourUnits, 'per-day': perDayUnits } = options
    const change = {
      scope,
      ...(perHourUnits === undefined ? {} : { perHourUnits }),
      ...(perDayUnits === undefined ? {} : { perDayUnits }),
    }
    const cap = await once(terminal, options.operation, (id) => changeSpendCap(context, change, id))
    const bounds = `${boundText(cap.perHourUnits)} an hour, ${boundText(cap.perDayUnits)} a day`
    return { json: capJson(cap), text: `Now the spend cap of ${scope}: ${bounds}.` }
  },
})

const list = defineCommand({
  words: 'cap list',
  summary: 'Show the spending limits',
  operands: {},
  options: {},
  async run({ open }) {
    const caps = await (await open()).store.spendCaps()
    const rows = caps.map((cap) => [cap.scope, boundText(cap.perHourUnits), boundText(cap.perDayUnits)])
    return {
      json: caps.map(capJson),
      text: table(['SCOPE', 'AN HOUR', 'A DAY'], rows, 'Nothing bounds the spending but the balances'),
    }
  },
})

export const capCommands = [set, list]

function capJson({ scope, perHourUnits, perDayUnits }: SpendCapRecord) {
  const bounded = (units: number) => (units === 0 ? null : roubles(units))
  return { scope, per_hour: bounded(perHourUnits), per_day: bounded(perDayUnits) }
}
