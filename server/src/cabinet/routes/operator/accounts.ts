import { Type } from 'typebox'
import { roubles } from '../../../books/money.ts'
import type { SpendCapRecord } from '../../../books/spend-caps.ts'
import { pick } from '../../../platform/pick.ts'
import type { AccountRecord } from '../../../storage/queries/accounts.ts'
import type { ServiceRecord } from '../../../storage/queries/services.ts'
import { ledgerView } from '../../answers/ledger-line.ts'
import type { CabinetDeps } from '../../deps.ts'
import { beforeQuery } from '../../fields.ts'
import { idOf } from '../../ids.ts'
import { withWords } from '../../log-lines.ts'
import { notFound } from '../../problem.ts'
import { read } from '../../route.ts'
import { ledgerPageView } from '../../views/money.ts'
import { type AccountLine, accountDetail, accountsView, type CapView } from '../../views/operator/accounts.ts'

const maxAccountsShown = 200
const maxActionsShown = 20
const ledgerPage = 50

const listQuery = Type.Object({ q: Type.Optional(Type.String({ maxLength: 254 })) })

const list = read('/operator/accounts', accountsView, listQuery, async ({ deps, query }) => {
  const sought = (query.q ?? '').trim().toLowerCase()
  const all = await deps.store.accounts()
  const found = all.filter(
    ({ id, email }) => sought === '' || email.includes(sought) || String(id) === sought,
  )
  const services = await deps.store.services(null)
  return {
    items: found
      .toReversed()
      .slice(0, maxAccountsShown)
      .map((account) => accountLine(account, services)),
    total: found.length,
  }
})

const detail = read('/operator/accounts/:id', accountDetail, async ({ deps, params }) => {
  const { store } = deps
  const account = await knownAccount(deps, params.id)
  const [services, caps, tariffs, members, actions, party] = await Promise.all([
    store.services(account.id),
    store.spendCaps(),
    store.tariffs(),
    store.members(account.id),
    store.actions({ accountId: account.id, limit: maxActionsShown }),
    store.party(account.id),
  ])
  return {
    account: accountLine(account, services),
    tariffs: tariffs.map(({ code, name }) => ({ code, name })),
    services: services.map((service) => ({
      ...pick(service, 'id', 'name', 'status', 'lastRequestAt'),
      ...pick(service.settings, 'legacyRepeats', 'requestsPerSecond'),
      cap: capOf(`service:${service.id}`, caps),
    })),
    cap: capOf(`account:${account.id}`, caps),
    party,
    members: members.map(({ person, role }) => ({ email: person.email, role })),
    actions: actions.map(({ id: _, ...action }) => withWords(action)),
  }
})

const ledger = read('/operator/accounts/:id/ledger', ledgerPageView, beforeQuery, async (context) => {
  const { deps, params, query } = context
  const { id } = await knownAccount(deps, params.id)
  return ledgerView(deps.store, { ...query, accountId: id, limit: ledgerPage })
})

export const customerRoutes = [list, detail, ledger]

export async function knownAccount(deps: CabinetDeps, id: string | undefined): Promise<AccountRecord> {
  const account = await deps.store.account(idOf(id))
  if (account === undefined) throw notFound()
  return account
}

function accountLine(account: AccountRecord, services: readonly ServiceRecord[]): AccountLine {
  const own = services.filter(({ accountId }) => accountId === account.id)
  return {
    ...pick(account, 'id', 'email', 'status', 'phoneConfirmed', 'tariff', 'demo', 'createdAt'),
    balance: roubles(account.balanceUnits),
    held: roubles(account.heldUnits),
    services: own.filter((service) => service.status !== 'archived').length,
    lastRequestAt: Math.max(0, ...own.map(({ lastRequestAt }) => lastRequestAt)),
  }
}

function capOf(scope: string, caps: readonly SpendCapRecord[]): CapView {
  const cap = caps.find((one) => one.scope === scope)
  return { scope, perHour: roubles(cap?.perHourUnits ?? 0), perDay: roubles(cap?.perDayUnits ?? 0) }
}
