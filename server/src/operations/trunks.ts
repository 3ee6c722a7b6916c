import { trunkFields } from '../fields/trunk-fields.ts'
import type { Sealer } from '../platform/sealing.ts'
import type { Store } from '../storage/store.ts'
import type { TrunkRecord, TrunkSettings } from '../storage/trunk-records.ts'
import { defaultTrunkSettings } from '../storage/trunk-records.ts'
import { demoRange, simulatorTrunk } from '../telephony/demo-trunk.ts'
import { faultInReach, isOnThisMachine } from '../telephony/trunks/reach.ts'
import { sealPassword } from '../telephony/trunks/trunk-password.ts'
import { faultInTrunk, trunkName } from '../telephony/trunks/trunk-settings.ts'
import { type Operating, operate } from './operate.ts'
import { OperationRefused, wrongField } from './operation-refused.ts'

export interface TrunkOperating extends Operating {
  readonly sealer: Sealer
  /** RINGKEY_SIP_HOST. */
  readonly sipHost: string
}

export interface TrunkChange {
  readonly name: string
  /** The changed settings, not validated. */
  readonly settings: Readonly<Record<string, unknown>>
  /** null removes it; undefined keeps it. */
  readonly password?: string | null | undefined
}

export interface NewTrunk extends TrunkChange {
  /** For the calls of demo accounts, which never leave this machine. It shows the numbers of the demo. */
  readonly demo?: boolean | undefined
}

export async function addTrunk(operating: TrunkOperating, change: NewTrunk): Promise<TrunkRecord> {
  const { name, demo = false } = change
  if (!trunkName.pattern.test(name)) throw wrongField('name', trunkName.expected)
  if (change.settings.host === undefined) throw wrongField('host', 'a host name or an address')
  let added: TrunkRecord | undefined
  await operate(operating, async (at) => {
    if ((await findTrunk(operating.store, name)) !== undefined) {
      throw new OperationRefused('trunk-taken', `There is a trunk ${name} already`, { field: 'name' })
    }
    added = changedTrunk(operating, { ...defaultTrunkSettings, host: '' }, null, change, at, demo)
    return { change: 'saveTrunk', input: added, log: { kind: 'trunk-added', facts: { trunk: name } } }
  })
  if (demo) await operating.store.addCallerRange({ ...demoRange, trunk: name })
  return added!
}

export async function changeTrunk(operating: TrunkOperating, change: TrunkChange): Promise<TrunkRecord> {
  const { name, settings, password } = change
  let changed: TrunkRecord | undefined
  await operate(operating, async (at) => {
    const before = await realTrunk(operating.store, name)
    changed = changedTrunk(operating, before.settings, before.sealedPassword, change, at, before.demo)
    const fields = [...Object.keys(settings), ...(password === undefined ? [] : ['password'])]
    return {
      change: 'saveTrunk',
      input: changed,
      log: { kind: 'trunk-changed', facts: { trunk: name, fields } },
    }
  })
  return changed!
}

/** Its numbers are removed with it. */
export async function removeTrunk(operating: Operating, name: string): Promise<void> {
  await operate(operating, async () => {
    await realTrunk(operating.store, name)
    return { change: 'removeTrunk', input: name, log: { kind: 'trunk-removed', facts: { trunk: name } } }
  })
}

export async function findTrunk(store: Store, name: string): Promise<TrunkRecord | undefined> {
  return (await store.trunks()).find((trunk) => trunk.name === name)
}

export function noTrunk(name: string): OperationRefused {
  return new OperationRefused('no-trunk', `There is no trunk ${name}`)
}

/** The carrier that the demo starts itself: it cannot be changed or removed by hand. */
async function realTrunk(store: Store, name: string): Promise<TrunkRecord> {
  const trunk = await findTrunk(store, name)
  if (trunk === undefined) throw noTrunk(name)
  if (trunk.demo && name === simulatorTrunk) {
    throw new OperationRefused('demo-trunk', `${name} is the simulated carrier: RINGKEY_DEMO=off closes it`)
  }
  return trunk
}

function changedTrunk(
  { sealer, sipHost }: TrunkOperating,
  before: TrunkSettings,
  sealedBefore: string | null,
  { name, settings: change, password }: TrunkChange,
  at: number,
  demo: boolean,
): TrunkRecord {
  const unknown = Object.keys(change).find((field) => !Object.hasOwn(trunkFields, field))
  if (unknown !== undefined) throw wrongField(unknown, 'a field that trunks have')
  const settings = { ...before, ...change } as TrunkSettings
  const fault = faultInTrunk(settings)
  if (fault !== undefined) throw wrongField(fault.field, fault.expected)
  if (demo && !isOnThisMachine(settings))
    throw wrongField('host', 'an address of this machine, because calls of the demo never leave it')
  const unreachable = faultInReach(sipHost.split(','), settings)
  if (unreachable !== undefined) throw new OperationRefused('out-of-reach', unreachable, { field: 'host' })
  return {
    name,
    demo,
    settings,
    sealedPassword:
      password === undefined ? sealedBefore : password === null ? null : sealPassword(sealer, name, password),
    updatedAt: at,
  }
}
