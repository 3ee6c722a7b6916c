import { maskPhone } from '../../calls/phone-privacy.ts'
import { fitsCall } from '../../storage/queries/call-page.ts'
import { isVerification, type ListFilter, type ListItem } from '../../storage/queries/list-page.ts'
import { fitsVerification } from '../../storage/queries/verification-list.ts'
import type { CabinetDeps } from '../deps.ts'
import { Problem } from '../problem.ts'
import { anyItem } from './detail.ts'
import { newestFirst } from './newest-first.ts'

const maxFound = 100

/** The items whose id, client, idempotency key or phone is the text, among those that a filter shows; newest first. */
export async function find(
  deps: Pick<CabinetDeps, 'store' | 'numbering' | 'hasher'>,
  filter: Omit<ListFilter, 'before' | 'limit'>,
  text: string,
): Promise<{ readonly items: readonly ListItem[]; readonly phoneMask: string | null }> {
  const { store, numbering, hasher } = deps
  // Of the whole installation ids are found alone: the other keys are kept by service.
  const serviceIds = filter.serviceIds ?? []
  const sought = text.trim()
  const phone = numbering.readFreeText(sought)
  // A phone leaves here as its hash.
  const phoneHash = phone === undefined ? null : hasher.hash(phone.e164)
  const by = { serviceIds, phoneHash, client: sought, limit: maxFound }
  const [byId, calls, verifications] = await Promise.all([
    itemOf(deps, sought),
    store.findCalls({ ...by, unique: sought }),
    store.findVerifications(by),
  ])
  const isCall = byId !== undefined && !isVerification(byId)
  const items = await newestFirst(store, {
    calls: [
      ...(isCall ? [byId] : []),
      ...calls.filter(({ vendorId }) => !isCall || vendorId !== byId.vendorId),
    ],
    verifications: [...(byId === undefined || isCall ? [] : [byId]), ...verifications],
  })
  const [callFits, verificationFits] = [fitsCall(filter), fitsVerification(filter)]
  return {
    items: items.filter(
      (item) =>
        (filter.serviceIds?.includes(item.serviceId) ?? true) &&
        (isVerification(item) ? verificationFits(item) : callFits(item)),
    ),
    phoneMask: phone === undefined ? null : maskPhone(phone.e164),
  }
}

/** What has this id, of whichever account; undefined when it is none. */
async function itemOf(deps: Pick<CabinetDeps, 'store'>, id: string): Promise<ListItem | undefined> {
  try {
    return await anyItem(deps, id)
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}
