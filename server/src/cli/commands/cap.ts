import { roubles } from '../../books/money.ts'
import type { SpendCapRecord } from '../../books/spend-cap.ts'
import { isAmong } from '../../books/spend-caps.ts'
import { table } from '../columns.ts'
import { defineCommand, one, operand } from '../command.ts'
import type { Desk } from '../desk.ts'
import { UsageError } from '../failures.ts'
import { findAccount, findService } from '../finding.ts'
import { bound, type CapScope, capScope } from '../readings.ts'
import { boundText } from '../wording.ts'

const set = defineCommand({
  words: 'cap set',
  summary: 'Bound what a service, an account or a destination may spend',
  operands: { scope: operand('SCOPE', capScope) },
  options: {
    'per-hour': one('ROUBLES', 'in a clock hour', bound),
    'per-day': one('ROUBLES', 'in the last 24 clock hours', bound),
  },
  async run({ operands, options, open }) {
    if (options['per-hour'] === undefined && options['per-day'] === undefined) {
      throw new UsageError(`cap set: --per-hour or --per-day is missing: expected ${bound.expected}`)
    }
    const desk = await open()
    const ownerId = await ownerOf(desk, operands.scope)
    const scope = `${operands.scope.kind}:${operands.scope.value}`
    const { 'per-hour': perHourUnits, 'per-day': perDayUnits } = options
    const before = await desk.store.spendCaps()
    const cap = await desk.store.changeSpendCap({
      scope,
      ...(perHourUnits === undefined ? {} : { perHourUnits }),
      ...(perDayUnits === undefined ? {} : { perDayUnits }),
    })
    // Every role of the account reads its history, those who see no money too: no amounts there.
    if (ownerId !== undefined && !isAmong(before, cap)) {
      await desk.note(ownerId, `spend cap of ${scope} changed`)
    }
    const bounds = `${boundText(cap.perHourUnits)} an hour, ${boundText(cap.perDayUnits)} a day`
    return { json: capJson(cap), text: `Now the spend cap of ${scope}: ${bounds}.` }
  },
})

const list = defineCommand({
  words: 'cap list',
  summary: 'Show the bounds on spending',
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

/** Whose action log tells of it; a destination belongs to nobody. */
async function ownerOf(desk: Desk, { kind, value }: CapScope): Promise<number | undefined> {
  if (kind === 'account') return (await findAccount(desk, Number(value))).id
  return kind === 'service' ? (await findService(desk, Number(value))).accountId : undefined
}

function capJson({ scope, perHourUnits, perDayUnits }: SpendCapRecord) {
  const bounded = (units: number) => (units === 0 ? null : roubles(units))
  return { scope, per_hour: bounded(perHourUnits), per_day: bounded(perDayUnits) }
}
