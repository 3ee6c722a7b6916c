import type { ServiceRecord } from '../storage/queries/services.ts'
import type { Store } from '../storage/store.ts'
import { notFound } from './problem.ts'
import type { Member } from './route.ts'

/** A positive whole number in the path; anything else is not found. */
export function idOf(text: string | undefined): number {
  if (text === undefined || !/^[1-9]\d{0,14}$/.test(text)) throw notFound()
  return Number(text)
}

/** A service of the member's own account. A service of another account is reported as not found. */
export async function ownService(store: Store, { account }: Member, id: number): Promise<ServiceRecord> {
  const service = await store.service(id)
  if (service === undefined || service.accountId !== account.id) throw notFound()
  return service
}

/** The services that a page is about: all of the account, or the one that was asked for. */
export async function ownServiceIds(store: Store, member: Member, wanted: number | undefined) {
  if (wanted !== undefined) return [(await ownService(store, member, wanted)).id]
  return (await store.services(member.account.id)).map(({ id }) => id)
}
