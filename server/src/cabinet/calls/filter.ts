import { type Static, Type } from 'typebox'
import type { CallFilter } from '../../storage/queries/call-page.ts'
import type { Store } from '../../storage/store.ts'
import { ownServiceIds } from '../ids.ts'
import { groupOf, groupQuery } from '../quality/ask.ts'
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
const filterSchema = Type.Object(filterQuery)
export type FilterQuery = Static<typeof filterSchema>

type WithoutPage = Omit<CallFilter, 'before' | 'limit'>

export async function filterOf(store: Store, who: Member, query: FilterQuery): Promise<WithoutPage> {
  return { ...filterWithin(await ownServiceIds(store, who, query.service), query), only: groupOf(query) }
}

/** The caller has checked who may see these services. */
export function filterWithin(
  serviceIds: CallFilter['serviceIds'],
  query: FilterQuery,
): Omit<WithoutPage, 'only'> {
  return {
    serviceIds,
    mode: query.mode ?? null,
    state: query.state ?? null,
    reason: query.reason ?? null,
    test: query.test === undefined ? null : query.test === 'yes',
    from: query.from ?? null,
    to: query.to ?? null,
  }
}
