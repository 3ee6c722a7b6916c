import type { Settings } from '../../config/settings.ts'
import { systemRandom } from '../../platform/random.ts'
import type { ServiceRecord } from '../../storage/queries/services.ts'
import type { TrunkRecord } from '../../storage/queries/trunks.ts'
import type { Store } from '../../storage/store.ts'
import { CallerPool } from '../../telephony/pool/caller-pool.ts'
import { mergeRanges } from '../../telephony/pool/caller-range.ts'
import { coverageOf } from '../../telephony/pool/pool-coverage.ts'
import { counted } from '../wording.ts'
import { type CheckResult, ok, warn } from './check-result.ts'

/** Whether anybody can be called, with which codes, and whether people can call us. */
export async function checkTelephony(
  store: Pick<Store, 'trunks' | 'callerRanges' | 'confirmationNumbers' | 'services'>,
  settings: Pick<Settings, 'RINGKEY_DEMO'>,
): Promise<CheckResult[]> {
  const trunks = await store.trunks()
  const real = trunks.filter(({ demo, settings: { enabled } }) => enabled && !demo)
  if (real.length === 0) {
    return settings.RINGKEY_DEMO === 'off'
      ? [warn('trunks', 'no trunk is in use: nobody can be called', 'ringkey trunk add (docs/trunks.md)')]
      : [ok('trunks', 'the demo alone: no call leaves this machine')]
  }
  const callerPool = new CallerPool(mergeRanges(await store.callerRanges()), systemRandom)
  const waiting = (await store.confirmationNumbers()).filter(({ demo }) => !demo).length
  return [
    ok('trunks', `in use: ${real.map(({ name }) => name).join(', ')}`),
    ...coverageOf(trunks, callerPool).map(({ prefix, codes, verdict }) => {
      const says = `${counted(codes.length, 'code')} can be shown to ${prefix === '' ? 'every number' : `+${prefix}…`}`
      if (verdict === 'enough') return ok('pool', says)
      const limit =
        verdict === 'refuse' ? 'too few to draw one: flash calls are refused' : 'they can be guessed'
      return warn('pool', `${says}: ${limit}`, 'ringkey pool add RANGE --trunk NAME (docs/trunks.md)')
    }),
    ...(waiting > 0
      ? [
          ok('inbound', `${counted(waiting, 'confirmation number')}`),
          ...trustedWords(real),
          ...lenient(await store.services(null)),
        ]
      : [ok('inbound', 'no confirmation numbers: inbound call is off')]),
  ]
}

/** Trunks that believe what the caller may have written. */
function trustedWords(trunks: readonly TrunkRecord[]): CheckResult[] {
  return trunks
    .filter(({ settings }) => settings.incomingCalls)
    .flatMap(({ name, settings: { fromTrust, remotePartyTrust } }) => [
      ...(fromTrust === 'unscreened' ? [[name, 'From', 'from-trust=verified']] : []),
      ...(remotePartyTrust === 'always' ? [[name, 'Remote-Party-ID', 'remote-party-trust=screened']] : []),
    ])
    .map(([name, header, setting]) =>
      warn(
        'inbound',
        `trunk ${name} believes ${header} without a check by the carrier: a caller can write any number there`,
        `ringkey trunk set ${name} ${setting} (docs/trunks.md, "Who is believed to call")`,
      ),
    )
}

function lenient(services: readonly ServiceRecord[]): CheckResult[] {
  const ids = services.filter(({ settings }) => settings.callerLevel === 'low').map(({ id }) => id)
  if (ids.length === 0) return []
  const named = `${ids.slice(0, maxNamed).join(', ')}${ids.length > maxNamed ? ', …' : ''}`
  return [
    warn(
      'inbound',
      `${counted(ids.length, 'service')} accept callers whom no network vouches for: ${named}`,
      'ringkey service set SERVICE --caller-level medium',
    ),
  ]
}

const maxNamed = 10
