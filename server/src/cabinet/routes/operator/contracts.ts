import { roubles } from '../../../books/money.ts'
import { readContracts } from '../../../operations/read-contracts.ts'
import { dayMs } from '../../../platform/clock.ts'
import { contractsCsv } from '../../contract-export.ts'
import { get, read } from '../../route.ts'
import { beginExport, fileOf } from '../../send-file.ts'
import { contractsView } from '../../views/operator/contracts.ts'

const maxLackingShown = 200

const look = read('/operator/contracts', contractsView, async ({ deps: { store, clock } }) => {
  const now = clock.now()
  const { contracts, lacking } = await readContracts(store, now)
  return {
    contracts: contracts.map(({ attemptUnits, ...contract }) => ({
      ...contract,
      price: roubles(attemptUnits),
      daysLeft: Math.floor((Date.parse(contract.lastDay) + dayMs - now) / dayMs),
    })),
    lacking: lacking.slice(0, maxLackingShown),
    lackingLeftOut: Math.max(0, lacking.length - maxLackingShown),
  }
})

const file = get('/operator/contracts/export', 'operator', async (context) => {
  beginExport(context)
  return fileOf(context.reply, 'contracts.csv', contractsCsv(await context.deps.store.numberContracts()))
})

export const contractRoutes = [look, file]
