import { roublesText, unitsPerRouble } from '../../books/money.ts'
import { monthNamed } from '../../books/months.ts'
import { dayBorders } from '../../platform/time-zone.ts'
import { type Billed, monthsOf, type Statement, statementOf } from '../answers/statement.ts'
import { csvHead, csvRow, csvStep } from '../csv.ts'
import type { CabinetDeps } from '../deps.ts'
import { notFound } from '../problem.ts'
import { get } from '../route.ts'
import { fileOf } from '../send-file.ts'
import { knownAccount } from './operator/accounts.ts'

const months = get('/money/months', 'read-money', async ({ deps, user }) => ({
  items: await monthsOf(deps.store, user.account, deps.clock.now()),
}))

const month = get('/money/months/:month', 'read-money', ({ deps, user, params }) =>
  statement(deps, user.account, params.month),
)

const csv = get('/money/months/:month/csv', 'read-money', async ({ deps, user, params, reply }) => {
  const wanted = await statement(deps, user.account, params.month)
  return fileOf(reply, `ringkey-statement-${wanted.number}.csv`, csvRows(wanted))
})

const ofCustomer = get('/operator/accounts/:id/months/:month', 'operator', async ({ deps, params }) =>
  statement(deps, await knownAccount(deps, params.id), params.month),
)

async function statement({ store, clock }: CabinetDeps, account: Billed, text = '') {
  const now = clock.now()
  const month = monthNamed(text)
  if (month === undefined || month > dayBorders(account.timeZone).monthOf(now)) throw notFound()
  return statementOf(store, account, month, now)
}

/** The sums first, then a row for each day. Money has all its decimals. */
function* csvRows(view: Statement): Generator<string> {
  const money = (roubles: number) => roublesText(Math.round(roubles * unitsPerRouble))
  yield csvHead(['statement', 'month', 'line', 'calls', 'paid', 'spent', 'topped_up', 'balance'])
  const row = (line: string, ...cells: readonly (string | number | null)[]) =>
    csvRow([view.number, view.month, line, ...cells])
  yield row('opening', null, null, null, null, money(view.opening))
  for (const { what, all, paid, sum } of view.charges) yield row(what, all, paid, money(sum), null, null)
  yield row('other charges', null, null, money(view.otherCharges), null, null)
  yield row('top-ups', null, null, null, money(view.toppedUp), null)
  yield row('reversals', null, null, null, money(-view.reversed), null)
  const dayOf = csvStep('day', view.timeZone)
  for (const { at, calls, paid, spent, toppedUp, balance } of view.days) {
    yield row(dayOf(at), calls, paid, money(spent), money(toppedUp), money(balance))
  }
  yield row('closing', null, null, money(view.spent), null, money(view.closing))
}

export const statementRoutes = [months, month, csv, ofCustomer]
