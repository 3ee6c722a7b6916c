import { type Static, Type } from 'typebox'
import { pick } from '../../platform/pick.ts'
import type { ListFilter, ListPlace } from '../../storage/queries/list-page.ts'
import type { CabinetDeps } from '../deps.ts'
import { ownServiceIds } from '../ids.ts'
import { groupOf, groupQuery, innerGroupQuery } from '../quality/ask.ts'
import type { Member } from '../route.ts'

const time = Type.Integer({ minimum: 0, maximum: 8_640_000_000_000_000 })

/** What narrows the list down, as it stands in the address of the page too. */
export const filterQuery = {
  ...groupQuery,
  service: Type.Optional(Type.Integer({ minimum: 1 })),
  state: Type.Optional(Type.Enum(['checking', 'completed', 'failed'])),
  reason: Type.Optional(Type.String({ maxLength: 60 })),
  test: Type.Optional(Type.Enum(['yes', 'no'])),
  from: Type.Optional(time),
  to: Type.Optional(time),
}
/** For operators of the installation; without an account it is all of it. */
export const customerQuery = {
  ...filterQuery,
  ...innerGroupQuery,
  account: Type.Optional(Type.Integer({ minimum: 1 })),
}

const filterSchema = Type.Object(customerQuery)
export type FilterQuery = Static<typeof filterSchema>
export type WithoutPage = Omit<ListFilter, 'before' | 'limit'>

export async function filterOf(
  { store }: Pick<CabinetDeps, 'store'>,
  user: Member,
  query: Omit<FilterQuery, 'account' | 'trunk' | 'block'>,
): Promise<WithoutPage> {
  return filterWithin(user.account.id, await ownServiceIds(store, user, query.service), query)
}

/** The caller has checked who may see these services. */
export function filterWithin(
  accountId: number | null,
  serviceIds: ListFilter['serviceIds'],
  query: FilterQuery,
): WithoutPage {
  return {
    ...pick(query, 'mode', 'state', 'reason', 'from', 'to'),
    accountId,
    serviceIds,
    test: query.test === undefined ? null : query.test === 'yes',
    only: groupOf(query),
  }
}

export function placeOf(text: string | undefined): ListPlace | null {
  if (text === undefined) return null
  const [call = '', verification = ''] = text.split('-')
  return { call: Number(call), verification }
}

export const placeText = (place: ListPlace | null) => place && `${place.call}-${place.verification}`
