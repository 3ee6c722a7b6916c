import { Type } from 'typebox'
import { perform } from '../../../operations/perform.ts'
import { accountOpened, callOpened, type Recorded, verificationOpened } from '../../../operations/recorded.ts'
import { isVerification, type ListItem } from '../../../storage/queries/list-page.ts'
import type { CabinetDeps } from '../../deps.ts'
import { asOperator } from '../../operation-context.ts'
import { get, post, type RequestContext, type SignedIn } from '../../route.ts'
import { anyItem, detailOf } from '../../verifications/detail.ts'
import {
  customerQuery,
  type FilterQuery,
  filterWithin,
  type WithoutPage,
} from '../../verifications/filter.ts'
import { attemptsBeside, csvOf, foundOf, pageOf, pageQuery, searchText } from '../../verifications/list.ts'
import { knownAccount } from './accounts.ts'

/** Codes are not shown to operators: they belong to the customer. */
const ofCustomer = { isMoneyShown: true, mayShowCode: false, isOperator: true, isOfCustomers: true } as const

const listQuery = Type.Object({ ...customerQuery, ...pageQuery })

/** Of any account. */
const list = get('/operator/verifications', 'operator', listQuery, async (context) =>
  pageOf(context.deps, await filterOf(context, context.query), context.query, ofCustomer),
)

const searchBody = Type.Object({ ...customerQuery, q: searchText })

const search = post('/operator/verifications/search', 'operator', searchBody, async (context) =>
  foundOf(context.deps, await filterOf(context, context.body), context.body.q, ofCustomer),
)

const csvBody = Type.Object({ ...customerQuery, q: Type.Optional(searchText) })

const csv = post('/operator/verifications/export', 'operator', csvBody, async (context) =>
  csvOf(context, await filterOf(context, context.body), context.body.q, ofCustomer),
)

const detail = get('/operator/verifications/:id', 'operator', async (context) =>
  detailOf(context.deps, ofCustomer, await open(context)),
)

/** Other attempts of the same account to the same phone. */
const attempts = get('/operator/verifications/:id/other-attempts', 'operator', async (context) =>
  attemptsBeside(context.deps.store, await open(context), ofCustomer),
)

async function filterOf(context: Asking, query: FilterQuery): Promise<WithoutPage> {
  const { account, service } = query
  const serviceIds = await servicesOf(context.deps, account)
  await noteOpened(context, account)
  return filterWithin(account ?? null, service === undefined ? serviceIds : [service], query)
}

async function open(context: Asking): Promise<ListItem> {
  const item = await anyItem(context.deps, context.params.id)
  const { accountId: account } = item
  if (isVerification(item)) {
    await noteOpening(context, item.id, verificationOpened, { account, verification: item.id })
  } else {
    const { vendorId: call } = item
    await noteOpening(context, call, callOpened, { account, call })
  }
  return item
}

export const operatorVerificationRoutes = [list, search, csv, detail, attempts]

export type Asking = Pick<RequestContext, 'deps' | 'visitor' | 'params'> & { readonly user: SignedIn }

/** The services of an account; null without one: of the whole installation. */
export async function servicesOf(deps: CabinetDeps, account: number | undefined): Promise<number[] | null> {
  if (account === undefined) return null
  const { id } = await knownAccount(deps, String(account))
  return (await deps.store.services(id)).map((service) => service.id)
}

export async function noteOpened(context: Asking, account: number | undefined): Promise<void> {
  if (account !== undefined) await noteOpening(context, account, accountOpened, { account })
}

/** Something of a customer was opened. A page asks again and again: one line an hour is enough. */
async function noteOpening<Facts extends object>(
  context: Asking,
  id: number | string,
  opened: Recorded<Facts>,
  facts: Facts,
): Promise<void> {
  const { deps, user } = context
  if (deps.isFirstViewWithinHour(user.person.id, opened.name, id))
    await perform(asOperator(context), opened, facts)
}
