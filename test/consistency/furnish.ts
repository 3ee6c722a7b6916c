// What every installation under test has: accounts, services, prices, a cap and the test's trunk.

import { defaultTrunkSettings, type TrunkSettings } from '../../server/src/storage/queries/trunks.ts'
import type { Store } from '../../server/src/storage/store.ts'
import {
  addAccount,
  addKeyedService,
  changed,
  type KeyedService,
} from '../../server/test/store-contract/fixture.ts'
import type { Terms } from './checkers/history.ts'

const priceUnits = 8_000
const cappedCalls = 25
const unitsPerRouble = 10_000
const wealthUnits = 1e12
const lookupAccounts = 2
const numberGapSeconds = 5
const numberPerMinute = 4
const inboundLifetimeSeconds = 30
const confirmationNumbers = Array.from({ length: 40 }, (_, index) => String(74_951_240_000 + index))

/** Of the nodes, in agreement with the terms below. */
export const limitSettings = {
  RINGKEY_NUMBER_LIMIT: `${numberGapSeconds}s,${numberPerMinute}/min,1000/day`,
  RINGKEY_NUMBER_TOTAL_LIMIT: '1000/day',
}

export interface Customer extends KeyedService {
  readonly accountId: number
  /** Of an identity server: where its hook is. */
  readonly hookPath?: string
}

export interface House {
  readonly keyed: Customer
  readonly capped: Customer
  /** Uses `/v2`. */
  readonly phones: Customer
  /** The same, under a tariff that charges on approval. */
  readonly approvals: Customer
  /** Uses `/v2` under a spend cap. */
  readonly cappedPhones: Customer
  /** Serves an identity server. */
  readonly hooks: Customer
  /** Each has one client: its charges are counted against its answers. */
  readonly lookups: readonly Customer[]
  readonly terms: Omit<Terms, 'nodes'>
}

export async function furnish(
  store: Store,
  trunk: Pick<TrunkSettings, 'host' | 'port'> & Partial<TrunkSettings>,
): Promise<House> {
  await store.changeTariff({ code: 'uni', name: 'Uni', chargesFailed: false })
  for (const mode of ['flash', 'voice', 'http', 'inbound', 'checkPhone'] as const)
    await store.changeTariff({ code: 'uni', prices: [{ mode, prefix: '', priceUnits }] })
  const onApproval = { code: 'approved', name: 'Approved', chargesFailed: false, chargesOnApproval: true }
  await store.changeTariff(onApproval)
  await store.changeTariff({ code: 'approved', prices: [{ mode: 'flash', prefix: '', priceUnits }] })
  const customer = async (name: string, tariff = 'uni'): Promise<Customer> => {
    const terms = { tariff, amountUnits: wealthUnits, at: 1 }
    const accountId = await addAccount(store, `${name}@example.com`, terms)
    const settings = { inboundLifetimeSeconds }
    return { ...(await addKeyedService(store, accountId, { at: 1, settings })), accountId }
  }
  const [keyed, capped, phones, approvals, cappedPhones, hooks] = [
    await customer('keyed'),
    await customer('capped'),
    await customer('phones'),
    await customer('approvals', 'approved'),
    await customer('capped-phones'),
    await customer('hooks'),
  ]
  const lookups: Customer[] = []
  for (let index = 0; index < lookupAccounts; index++) lookups.push(await customer(`lookup-${index}`))
  const unitsPerHour = cappedCalls * priceUnits
  for (const { id } of [capped, cappedPhones])
    await changed(store, 'changeSpendCap', {
      scope: `service:${id}`,
      perHourUnits: unitsPerHour,
      perDayUnits: 0,
    })
  const settings = {
    ...defaultTrunkSettings,
    callsPerSecond: 10_000,
    callsAtOnce: 10_000,
    optionsSeconds: 0,
    flashRingMs: 600,
    ...trunk,
  }
  await store.saveTrunk({ name: 'only', demo: false, settings, sealedPassword: null, updatedAt: 1 })
  await store.addCallerRange({ first: '74951230000', last: '74951239999', trunk: 'only' })
  await store.addConfirmationNumbers({ numbers: confirmationNumbers, demo: false, trunks: ['only'] })
  return {
    keyed,
    capped,
    phones,
    approvals,
    cappedPhones,
    hooks,
    lookups,
    terms: {
      priceUnits,
      unitsPerRouble,
      // A call is shown as under way for at most a minute.
      callLifetimeMs: 60_000,
      inboundLifetimeMs: inboundLifetimeSeconds * 1_000,
      phoneLifetimeMs: 300_000,
      numberGapMs: numberGapSeconds * 1_000,
      numberPerMinute,
      wrongCodesPerDay: 20,
      approvalsAccountId: approvals.accountId,
      caps: [capped, cappedPhones].map(({ accountId }) => ({ accountId, unitsPerHour })),
      maxConnections: 16,
    },
  }
}
