import { roubles } from '../../../books/money.ts'
import { resumePrefix } from '../../../operations/paused-prefixes.ts'
import { pausedViews } from '../../answers/service.ts'
import { change } from '../../change.ts'
import type { CabinetDeps } from '../../deps.ts'
import { read } from '../../route.ts'
import { protectionView } from '../../views/operator/protection.ts'

const maxDoNotCallShown = 200

const look = read('/operator/protection', protectionView, async ({ deps }) => {
  const { store, settings } = deps
  const [blocked, doNotCall, caps, paused] = await Promise.all([
    store.blockedAddresses(),
    store.doNotCallList({ limit: maxDoNotCallShown }),
    store.spendCaps(),
    store.pausedPrefixes(),
  ])
  return {
    blocked,
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

export const protectionRoutes = [look, change(resumePrefix, { asOperator: true })]

async function ownerOf({ store }: CabinetDeps, scope: string): Promise<string> {
  const [kind, value] = scope.split(':')
  if (kind === 'account') return (await store.account(Number(value)))?.email ?? ''
  return kind === 'service' ? ((await store.service(Number(value)))?.name ?? '') : ''
}
