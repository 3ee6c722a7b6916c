import type { Store } from '../storage/store.ts'

const pieceSize = 200
/** 10,000 verifications a run: an account with a million of them is erased within two hours. */
const maxPieces = 50

/** Erases personal data in the verifications of closed accounts, newest first, part by part. */
export async function eraseClosedAccounts(store: Store, isCancelled: () => boolean): Promise<void> {
  let pieces = 0
  for (const { accountId, below } of await store.accountsToErase()) {
    const serviceIds = (await store.services(accountId)).map(({ id }) => id)
    const all = { serviceIds, mode: null, state: null, test: null, reason: null, from: null, to: null }
    let before = below
    do {
      if (isCancelled() || ++pieces > maxPieces) return
      const page = await store.verificationPage({ ...all, before, limit: pieceSize })
      before = page.next
      await store.eraseVerifications({
        accountId,
        vendorIds: page.items.map(({ vendorId }) => vendorId),
        below: before,
      })
    } while (before !== null)
  }
}
