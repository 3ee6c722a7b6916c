import { Type } from 'typebox'
import type { LogLine } from '../../../operations/operation.ts'
import { record as recordAction } from '../../../operations/perform.ts'
import { isVerification, type ListItem } from '../../../storage/queries/list-page.ts'
import type { CabinetDeps } from '../../deps.ts'
import { asOperator } from '../../operation-context.ts'
import { type Ask, get, post, type SignedIn } from '../../route.ts'
import { anyItem, detailOf } from '../../verifications/detail.ts'
import {
  customerQuery,
  type FilterQuery,
  filterWithin,
  type WithoutPage,
} from '../../verifications/filter.ts'
import { attemptsBeside, csvOf, foundOf, pageOf, pageQuery, sought } from '../../verifications/list.ts'
import { knownAccount } from './accounts.ts'

/** Codes are not shown to operators: they belong to the customer. */
const ofCustomer = { isMoneyShown: true, mayShowCode: false, isOperator: true }

const listQuery = Type.Object({ ...customerQuery, ...pageQuery })

/** Of any account. */
const list = get('/operator/verifications', 'operator', listQuery, async (ask) =>
  pageOf(ask.deps, await filterOf(ask, ask.query), ask.query, ofCustomer),
)

const searchBody = Type.Object({ ...customerQuery, q: sought })

const search = post('/operator/verifications/search', 'operator', searchBody, async (ask) =>
  foundOf(ask.deps, await filterOf(ask, ask.body), ask.body.q, ofCustomer),
)

const csvBody = Type.Object({ ...customerQuery, q: Type.Optional(sought) })

const csv = post('/operator/verifications/export', 'operator', csvBody, async (ask) =>
  csvOf(ask, await filterOf(ask, ask.body), ask.body.q, ofCustomer),
)

const detail = get('/operator/verifications/:id', 'operator', async (ask) =>
  detailOf(ask.deps, ofCustomer, await open(ask)),
)

/** Other attempts of the same account to the same phone. */
const attempts = get('/operator/verifications/:id/other-attempts', 'operator', async (ask) =>
  attemptsBeside(ask.deps.store, await open(ask), ofCustomer),
)

async function filterOf(ask: Asking, query: FilterQuery): Promise<WithoutPage> {
  const { account, service } = query
  const serviceIds = await servicesOf(ask.deps, account)
  await noteOpened(ask, account)
  return filterWithin(account ?? null, service === undefined ? serviceIds : [service], query)
}

async function open(ask: Asking): Promise<ListItem> {
  const item = await anyItem(ask.deps, ask.params.id)
  const { accountId: account } = item
  if (isVerification(item)) {
    await noteOpening(ask, item.id, {
      kind: 'verification-opened',
      facts: { account, verification: item.id },
    })
  } else {
    const { vendorId: call } = item
    await noteOpening(ask, call, { kind: 'call-opened', facts: { account, call } })
  }
  return item
}

export const operatorVerificationRoutes = [list, search, csv, detail, attempts]

export type Asking = Pick<Ask, 'deps' | 'visitor' | 'params'> & { readonly who: SignedIn }

/** The services of an account; null without one: of the whole installation. */
export async function servicesOf(deps: CabinetDeps, account: number | undefined): Promise<number[] | null> {
  if (account === undefined) return null
  const { id } = await knownAccount(deps, String(account))
  return (await deps.store.services(id)).map((service) => service.id)
}

export async function noteOpened(ask: Asking, account: number | undefined): Promise<void> {
  if (account !== undefined) await noteOpening(ask, account, { kind: 'account-opened', facts: { account } })
}

/** Something of a customer was opened. A page asks again and again: one line an hour is enough. */
async function noteOpening(ask: Asking, id: number | string, line: LogLine): Promise<void> {
  const { deps, who } = ask
  if (deps.isNewOpening(who.person.id, line.kind, id)) await recordAction(asOperator(ask), line)
}
