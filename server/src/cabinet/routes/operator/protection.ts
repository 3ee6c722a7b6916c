import { isIP } from 'node:net'
import { Type } from 'typebox'
import { roubles } from '../../../books/money.ts'
import { resumePrefix } from '../../../operations/paused-prefixes.ts'
import { AddressList, isAddressOrRange } from '../../../platform/address-list.ts'
import { dayMs } from '../../../platform/clock.ts'
import { pausedViews } from '../../answers/service.ts'
import { change } from '../../change.ts'
import type { CabinetDeps } from '../../deps.ts'
import { wrongField } from '../../problem.ts'
import { post, read } from '../../route.ts'
import { protectionView } from '../../views/operator/protection.ts'

const maxDoNotCallShown = 200
const maxCustomersShown = 5

const look = read('/operator/protection', protectionView, async ({ deps }) => {
  const { store, settings } = deps
  const [blocked, prefixes, doNotCall, caps, paused] = await Promise.all([
    store.blockedAddresses(),
    store.blockedPrefixes(),
    store.doNotCallList({ limit: maxDoNotCallShown }),
    store.spendCaps(),
    store.pausedPrefixes(),
  ])
  return {
    blocked,
    prefixes,
    doNotCall,
    paused: pausedViews(paused),
    caps: await Promise.all(
      caps.map(async ({ scope, perHourUnits, perDayUnits }) => ({
        scope,
        perHour: roubles(perHourUnits),
        perDay: roubles(perDayUnits),
        owner: await ownerOf(deps, scope),
      })),
    ),
    limits: {
      gapSeconds: settings.RINGKEY_NUMBER_LIMIT.gapSeconds,
      perMinute: settings.RINGKEY_NUMBER_LIMIT.perMinute,
      perDay: settings.RINGKEY_NUMBER_LIMIT.perDay,
      blockHours: settings.RINGKEY_NUMBER_LIMIT.restHours,
      ratePerAddress: settings.RINGKEY_ADDRESS_LIMIT.apiPerSecond,
      ratePerService: settings.RINGKEY_SERVICE_LIMIT.requestsPerSecond,
    },
  }
})

const useBody = Type.Object({ address: Type.String({ minLength: 2, maxLength: 64 }) })

/** Whose programs called from there in the last 24 hours: a block would shut them out. */
const use = post('/operator/protection/addresses/use', 'operator', useBody, async ({ deps, body }) => {
  const { store, clock } = deps
  const address = body.address.trim().toLowerCase()
  if (!isAddressOrRange(address)) throw wrongField('address', 'an address or a range such as 203.0.113.0/24')
  const range = new AddressList([address])
  const found = await store.requestAddresses({ since: clock.now() - dayMs })
  const within = found.filter((each) => isIP(each.address) !== 0 && range.has(each.address))
  const services = await Promise.all(
    [...new Set(within.map(({ serviceId }) => serviceId))].map((id) => store.service(id)),
  )
  const accounts = new Set(services.flatMap((service) => service?.accountId ?? []))
  const customers = await Promise.all(
    [...accounts].slice(0, maxCustomersShown).map((id) => store.account(id)),
  )
  return {
    requests: within.reduce((sum, { requests }) => sum + requests, 0),
    customers: customers.flatMap((customer) => customer?.email ?? []),
  }
})

export const protectionRoutes = [look, use, change(resumePrefix, { asOperator: true })]

async function ownerOf({ store }: CabinetDeps, scope: string): Promise<string> {
  const [kind, value] = scope.split(':')
  if (kind === 'account') return (await store.account(Number(value)))?.email ?? ''
  return kind === 'service' ? ((await store.service(Number(value)))?.name ?? '') : ''
}
