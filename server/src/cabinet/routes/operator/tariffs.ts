import { saveTariff, tariffView } from '../../../operations/tariffs.ts'
import { change } from '../../change.ts'
import { get } from '../../route.ts'
import type { TariffOfOperator } from '../../views/operator/tariffs.ts'

const maxAccountsShown = 20

const list = get('/operator/tariffs', {
  audience: 'operator',
  handle: async ({ deps }): Promise<TariffOfOperator[]> => {
    const [tariffs, accounts] = await Promise.all([deps.store.tariffs(), deps.store.accounts()])
    return tariffs.map((tariff) => {
      const users = accounts.filter((account) => account.tariff === tariff.code)
      return {
        ...tariffView(tariff),
        accountCount: users.length,
        accounts: users.slice(0, maxAccountsShown).map(({ id, email }) => ({ id, email })),
      }
    })
  },
})

export const tariffRoutes = [list, change(saveTariff)]
