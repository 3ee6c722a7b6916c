import type { Installation, openInstallation } from '../../server/src/app/open-installation.ts'
import { openInstallation as openReal } from '../../server/src/app/open-installation.ts'
import type { CallAdmitted } from '../../server/src/books/admission.ts'
import type { Store } from '../../server/src/storage/store.ts'

/** The same service with a store in memory: measures HTTP and the domain alone. */
export const openMemoryInstallation: typeof openInstallation = async (...deps): Promise<Installation> => {
  const installation = await openReal(...deps)
  const keys = new Map<string, number>()
  const open = new Map<number, number>()
  let nextVendorId = 100_000
  const store: Store = {
    ...installation.store,
    async admitCall({ serviceId, unique, priceUnits }): Promise<CallAdmitted> {
      const vendorId = nextVendorId++
      if (unique !== null) keys.set(`${serviceId} ${unique}`, vendorId)
      open.set(vendorId, priceUnits)
      return { kind: 'admitted', vendorId }
    },
    async settle({ vendorId }) {
      return open.delete(vendorId)
    },
  }
  return { ...installation, store }
}
