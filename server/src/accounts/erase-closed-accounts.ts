import type { Store } from '../storage/store.ts'

const pieceSize = 200
const requestPieceSize = 1_000
/** 10,000 calls a run: an account with a million of them is erased within two hours. */
const maxPieces = 50

/** Erases the request log of closed accounts, and personal data in their calls, newest first, part by part. */
export async function eraseClosedAccounts(store: Store, isCancelled: () => boolean): Promise<void> {
  // What a newer version has added would stay: it erases them.
  if ((await store.schemaAhead()) !== undefined) return
  let pieces = 0
  for (const { accountId, below } of await store.accountsToErase()) {
    const serviceIds = (await store.services(accountId)).map(({ id }) => id)
    let rows: number
    do {
      if (isCancelled() || ++pieces > maxPieces) return
      rows = await store.eraseAccountRequests({ accountId, limit: requestPieceSize })
    } while (rows === requestPieceSize)
    let before = below
    do {
      if (isCancelled() || ++pieces > maxPieces) return
      const page = await store.callPage({ serviceIds, before, limit: pieceSize })
      before = page.next
      await store.eraseCalls({
        accountId,
        vendorIds: page.items.map(({ vendorId }) => vendorId),
        below: before,
      })
    } while (before !== null)
  }
}
