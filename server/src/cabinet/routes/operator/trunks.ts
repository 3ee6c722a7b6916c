import { Type } from 'typebox'
import { wallTimeOf } from '../../../platform/clock.ts'
import type { TrunkRecord, TrunkSettings } from '../../../storage/trunk-records.ts'
import { habitOf } from '../../../telephony/routing/early-media-habit.ts'
import { faultInReach } from '../../../telephony/trunks/reach.ts'
import { sealPassword } from '../../../telephony/trunks/trunk-password.ts'
import {
  defaultTrunkSettings,
  faultInName,
  faultInTrunk,
  trunkFields,
} from '../../../telephony/trunks/trunk-settings.ts'
import { noteOperator } from '../../operator/operator-log.ts'
import type { CabinetParts } from '../../parts.ts'
import { notFound, Problem, wrongField } from '../../problem.ts'
import { get, post } from '../../route.ts'
import type { TrunksView, TrunkView } from '../../views/operator/trunks.ts'

const settingsBody = Type.Record(Type.String(), Type.Unknown())
/** null takes it away; left out it stays. */
const password = Type.Optional(Type.Union([Type.String({ minLength: 1, maxLength: 200 }), Type.Null()]))

const list = get('/operator/trunks', {
  audience: 'operator',
  handle: async ({ parts }): Promise<TrunksView> => {
    const [trunks, ranges] = await Promise.all([parts.store.trunks(), parts.store.callerRanges()])
    const numbersOf = (name: string) =>
      ranges
        .filter(({ trunk }) => trunk === name)
        .reduce((sum, { first, last }) => sum + Number(last) - Number(first) + 1, 0)
    return {
      trunks: trunks
        .filter(({ demo }) => parts.demo.isOn || !demo)
        .map((record) => trunkView(parts, record, numbersOf(record.name))),
      defaults: defaultTrunkSettings,
    }
  },
})

const add = post('/operator/trunks', {
  audience: 'operator',
  body: Type.Object({ name: Type.String(), settings: settingsBody, password }),
  handle: async (ask) => {
    const { parts, body } = ask
    if (faultInName(body.name) !== undefined) throw wrongField('name', '1 to 32 of a-z, 0-9 and -')
    if ((await parts.store.trunks()).some(({ name }) => name === body.name)) {
      throw new Problem(409, 'name-taken', 'there is a trunk of that name', { field: 'name' })
    }
    await save(parts, body.name, { ...defaultTrunkSettings, host: '' }, null, body)
    await noteOperator(ask, 'trunk-added', { trunk: body.name })
  },
})

const change = post('/operator/trunks/:name', {
  audience: 'operator',
  body: Type.Object({ settings: settingsBody, password }),
  handle: async (ask) => {
    const { parts, body, params } = ask
    const record = await realTrunk(parts, params.name)
    await save(parts, record.name, record.settings, record.sealedPassword, body)
    const fields = [...Object.keys(body.settings), ...(body.password === undefined ? [] : ['password'])]
    await noteOperator(ask, 'trunk-changed', { trunk: record.name, fields })
  },
})

const remove = post('/operator/trunks/:name/remove', {
  audience: 'operator',
  handle: async (ask) => {
    const { parts, params } = ask
    const { name } = await realTrunk(parts, params.name)
    await parts.store.removeTrunk(name)
    await parts.reload()
    await noteOperator(ask, 'trunk-removed', { trunk: name })
  },
})

export const trunkRoutes = [list, add, change, remove]

async function save(
  parts: CabinetParts,
  name: string,
  before: TrunkSettings,
  sealedBefore: string | null,
  body: { readonly settings: Record<string, unknown>; readonly password?: string | null },
): Promise<void> {
  const settings = { ...before, ...known(body.settings) } as TrunkSettings
  const unreachable = faultInReach(parts.settings.RINGKEY_SIP_HOST, settings)
  const fault = faultInTrunk(settings)
  if (fault === undefined && unreachable !== undefined) {
    throw new Problem(400, 'out-of-reach', unreachable, { field: 'host' })
  }
  if (fault !== undefined) {
    const [field = '', ...expected] = fault.split(': ')
    throw wrongField(field, expected.join(': ').replace(/^expected /, ''))
  }
  const sealedPassword =
    body.password === undefined
      ? sealedBefore
      : body.password === null
        ? null
        : sealPassword(parts.sealer, name, body.password)
  await parts.store.saveTrunk({ name, demo: false, settings, sealedPassword, updatedAt: parts.clock.now() })
  await parts.reload()
}

function known(settings: Record<string, unknown>): Partial<TrunkSettings> {
  const unknown = Object.keys(settings).find((field) => !trunkFields.some((name) => name === field))
  if (unknown !== undefined) throw wrongField(unknown, 'a field that trunks have')
  return settings as Partial<TrunkSettings>
}

/** The simulated carrier is the demo's own: it is not changed by hand. */
async function realTrunk({ store }: CabinetParts, name: string | undefined): Promise<TrunkRecord> {
  const record = (await store.trunks()).find((trunk) => trunk.name === name)
  if (record === undefined) throw notFound()
  if (record.demo) throw new Problem(409, 'demo-trunk', 'the simulated carrier is not changed by hand')
  return record
}

function trunkView({ line, clock }: CabinetParts, record: TrunkRecord, numbers: number): TrunkView {
  const { name, demo, settings, sealedPassword, updatedAt } = record
  const live = line?.telephony.trunks.find((trunk) => trunk.name === name)
  return {
    name,
    demo,
    settings: live?.settings ?? settings,
    hasPassword: sealedPassword !== null,
    updatedAt,
    numbers,
    unusable: line?.unusable.get(name) ?? '',
    live:
      live === undefined
        ? null
        : {
            inFlight: live.inFlight,
            success: live.success,
            breaker: live.breaker,
            leftAloneUntil: live.leftAloneUntilMs === null ? null : wallTimeOf(live.leftAloneUntilMs, clock),
            lastFault: live.history.lastFault ?? null,
            reachable: live.isReachable,
            registration: live.registration,
            registrationSaid: live.history.registrationSaid,
            probes: live.history.probes,
            servers: live.history.servers,
            operators: live.history.operators,
            earlyMedia: { habit: habitOf(live.earlyMedia.counts), counts: live.earlyMedia.counts },
          },
  }
}
