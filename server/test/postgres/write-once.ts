// A node as a process of its own that writes one thing to an account: `write-once.ts URL OPERATION ACCOUNT SERVICE`.

import { openPostgresStore } from '../../src/storage/postgres/store.ts'
import { callTo, changed, options, startMs } from '../store-contract/fixture.ts'

const [url, operation, accountId, serviceId] = process.argv.slice(2)
const house = { accountId: Number(accountId), serviceId: Number(serviceId) }
const store = await openPostgresStore({ ...options, url: url!, nodeId: 'writer', now: () => startMs })
if (operation === 'admitCall') await store.admitCall(callTo('79161110009', house))
else await changed(store, 'changeAccount', { id: house.accountId, status: 'active', at: startMs })
await store.close()
