import { tariffView } from '../../../operations/tariffs.ts'
import { get } from '../../route.ts'
import { list } from '../../views/answer.ts'
import { type TariffOfOperator, tariffOfOperator } from '../../views/operator/accounts.ts'

const maxAccountsShown = 20

const look = get('/operator/tariffs', {
  audience: 'operator',
  answer: list(tariffOfOperator),
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

export const tariffRoutes = [look]
