import { wallTimeOf } from '../../../platform/clock.ts'
import { pick } from '../../../platform/pick.ts'
import { defaultTrunkSettings, type TrunkRecord } from '../../../storage/queries/trunks.ts'
import { simulatorTrunk } from '../../../telephony/demo-trunk.ts'
import { assertionTraitOf, earlyMediaTraitOf } from '../../../telephony/routing/learned-traits.ts'
import { trunkPresets } from '../../../telephony/trunks/trunk-presets.ts'
import type { CabinetDeps } from '../../deps.ts'
import { read } from '../../route.ts'
import { type TrunkView, trunksView } from '../../views/operator/trunks.ts'

export const listTrunks = read('/operator/trunks', trunksView, async ({ deps }) => {
  const [trunks, ranges] = await Promise.all([deps.store.trunks(), deps.store.callerRanges()])
  const numbersOf = (name: string) =>
    ranges
      .filter(({ trunk }) => trunk === name)
      .reduce((sum, { first, last }) => sum + Number(last) - Number(first) + 1, 0)
  return {
    trunks: trunks
      .filter(({ demo }) => deps.demo.isOn || !demo)
      .map((record) => trunkView(deps, record, numbersOf(record.name))),
    sip: deps.sip?.sip ?? null,
    defaults: defaultTrunkSettings,
    presets: trunkPresets,
  }
})

function trunkView({ sip, clock }: CabinetDeps, record: TrunkRecord, numbers: number): TrunkView {
  const { name, demo } = record
  const live = sip?.telephony.trunks.find((trunk) => trunk.name === name)
  return {
    ...pick(record, 'name', 'demo', 'updatedAt'),
    isBuiltIn: demo && name === simulatorTrunk,
    settings: live?.settings ?? record.settings,
    hasPassword: record.sealedPassword !== null,
    numbers,
    unusable: sip?.unusable.get(name) ?? '',
    live:
      live === undefined
        ? null
        : {
            ...pick(live, 'inFlight', 'breaker', 'registration'),
            ...pick(live.history, 'registrationSaid', 'probes', 'servers', 'publicAddress'),
            ...pick(live.history, 'foreignAddresses', 'strangerPackets', 'operators'),
            success: live.history.recentSuccess,
            leftAloneUntil: live.leftAloneUntilMs === null ? null : wallTimeOf(live.leftAloneUntilMs, clock),
            lastFault: live.history.lastFault ?? null,
            reachable: live.isReachable,
            callerSources: {
              trait: assertionTraitOf(live.callerSources.counts),
              counts: live.callerSources.counts,
            },
            earlyMedia: { trait: earlyMediaTraitOf(live.earlyMedia.counts), counts: live.earlyMedia.counts },
          },
  }
}
