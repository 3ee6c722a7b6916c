import { playMoneyUnits } from '../accounts/play-money.ts'
import { perform } from '../operations/perform.ts'
import { createService } from '../operations/services.ts'
import type { CabinetDeps } from './deps.ts'
import { asMember } from './operating.ts'
import type { Visitor } from './visitor.ts'

/** The names of the first service, by the language of the owner. */
const serviceNames = { en: 'My site', ru: 'Мой сайт' } as const

interface NewAccount {
  readonly accountId: number
  readonly language: '' | 'en' | 'ru'
  readonly visitor: Visitor
}

/**
 * What a new account begins with: a checklist, and in the demo also play money and a service. A demo account can call
 * nothing but the simulated carrier. Nobody has seen the key of that service: the checklist leads to a new one.
 */
export async function furnishAccount(deps: CabinetDeps, made: NewAccount): Promise<void> {
  const { store, clock } = deps
  const { accountId, language, visitor } = made
  const at = clock.now()
  await store.startFirstSteps({ accountId, at })
  const account = await store.account(accountId)
  if (!account?.demo) return
  await store.topUp({ accountId, amountUnits: playMoneyUnits, note: 'demo', at })
  const operating = asMember({ deps, visitor, who: { account } })
  await perform(operating, createService, { name: serviceNames[language || 'en'] })
}
