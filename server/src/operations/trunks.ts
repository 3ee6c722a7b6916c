import { type Static, type TObject, Type } from 'typebox'
import { trunkFields } from '../fields/trunk-fields.ts'
import { OperationRefused, wrongField } from '../storage/operation-refused.ts'
import * as queries from '../storage/queries/trunks.ts'
import { defaultTrunkSettings, type TrunkRecord, type TrunkSettings } from '../storage/queries/trunks.ts'
import type { Store } from '../storage/store.ts'
import { demoRange, simulatorTrunk } from '../telephony/demo-trunk.ts'
import { isOnThisMachine, reachabilityFault } from '../telephony/trunks/reach.ts'
import {
  faultInTrunk,
  sealPassword,
  trunkName,
  trunkSettingsSchema,
} from '../telephony/trunks/trunk-settings.ts'
import { type Changes, changesOf, isEmpty } from './changes.ts'
import { settingsOf } from './fields.ts'
import { type FullContext, type OperationContext, type OperationTx, operation } from './operation.ts'
import { changed, fieldNames } from './wording.ts'

export type TrunkContext = OperationContext & Pick<FullContext, 'sealer' | 'settings'>

const name = Type.String({ maxLength: 32 })
const fields = {
  name,
  settings: settingsOf(trunkSettingsSchema),
  password: Type.Optional(
    Type.Union([Type.String({ minLength: 1, maxLength: 200 }), Type.Null()], {
      description: 'null removes it; when absent it stays',
    }),
  ),
}

const [english, russian] = fieldNames(trunkFields, { password: ['password', 'пароль'] })

type Given = Static<TObject<typeof fields>>
type Change = ReturnType<typeof sealed<Given>>

/** The password is encrypted before it reaches the store; undefined keeps the one before. */
function sealed<Input extends Given>(
  { sealer, settings: { RINGKEY_SIP_HOST: sipHost } }: TrunkContext,
  { password: secret, ...input }: Input,
) {
  const sealedPassword = secret == null ? secret : sealPassword(sealer, input.name, secret)
  return { ...input, sealedPassword, sipHost }
}

export const addTrunk = operation({
  name: 'trunk.add',
  about: 'Add a SIP trunk',
  log: ({ trunk }: { trunk: string }) => [`trunk ${trunk} added`, `добавлен транк ${trunk}`],
  api: { scope: 'trunks', path: '/trunks' },
  id: 'may',
  needsProof: true,
  input: Type.Object({
    ...fields,
    demo: Type.Optional(
      Type.Boolean({ description: 'for the calls of demo accounts; its host must be on this machine' }),
    ),
  }),
  prepare: (context: TrunkContext, input) => sealed(context, input),
  async run(tx, { demo = false, ...change }) {
    if (!trunkName.pattern.test(change.name)) throw wrongField('name', trunkName.expected)
    if (change.settings.host === undefined) throw wrongField('host', 'a host name or an address')
    if ((await known(tx, change.name)) !== undefined) {
      const message = `There is a trunk ${change.name} already`
      throw new OperationRefused('trunk-taken', message, { field: 'name' })
    }
    const before = { settings: { ...defaultTrunkSettings, host: '' }, sealedPassword: null, demo }
    const trunk = changedTrunk(before, change, tx.at)
    await queries.saveTrunk(tx.sql, trunk)
    // It shows the numbers of the demo.
    if (demo) await queries.addCallerRange(tx.sql, { ...demoRange, trunk: change.name })
    tx.log({ trunk: change.name })
    return trunkView(trunk)
  },
})

export const changeTrunk = operation({
  name: 'trunk.change',
  about: 'Change settings of a trunk; the service follows within 2 seconds',
  log: ({ trunk, changes }: { trunk: string; changes: Changes }) => [
    `trunk ${trunk} changed: ${changed(changes, english)}`,
    `изменён транк ${trunk}: ${changed(changes, russian)}`,
  ],
  api: { scope: 'trunks', path: '/trunks/:name' },
  needsProof: true,
  input: Type.Object(fields),
  prepare: (context: TrunkContext, input) => sealed(context, input),
  async run(tx, change) {
    const before = await realTrunk(tx, change.name)
    const trunk = changedTrunk(before, change, tx.at)
    await queries.saveTrunk(tx.sql, trunk)
    const changes = {
      ...changesOf(before.settings, trunk.settings, Object.keys(change.settings) as (keyof TrunkSettings)[]),
      ...(change.sealedPassword === undefined ? {} : { password: null }),
    }
    if (!isEmpty(changes)) tx.log({ trunk: change.name, changes })
    return trunkView(trunk)
  },
})

export const removeTrunk = operation({
  name: 'trunk.remove',
  about: 'Remove a trunk with its numbers',
  log: ({ trunk }: { trunk: string }) => [
    `trunk ${trunk} removed with its numbers`,
    `удалён транк ${trunk} вместе с его номерами`,
  ],
  api: { scope: 'trunks', path: '/trunks/:name/remove' },
  needsProof: true,
  input: Type.Object({ name }),
  async run(tx, { name: trunk }) {
    await realTrunk(tx, trunk)
    await queries.removeTrunk(tx.sql, trunk)
    return tx.log({ trunk })
  },
})

/** Without its password. */
export function trunkView({ sealedPassword, ...trunk }: TrunkRecord) {
  return { ...trunk, hasPassword: sealedPassword !== null }
}

const known = async ({ sql }: OperationTx, wanted: string) =>
  (await queries.trunks(sql)).find((trunk) => trunk.name === wanted)

export async function findTrunk(store: Store, name: string): Promise<TrunkRecord | undefined> {
  return (await store.trunks()).find((trunk) => trunk.name === name)
}

/** Calls may go over it; those of the demo cost nothing. */
export const isInUse = ({ settings, demo }: TrunkRecord): boolean => settings.enabled && !demo

/** Confirmation numbers that may be called over it: those of its own, else those of any trunk. */
export async function numbersOf(
  store: Pick<Store, 'confirmationNumbers'>,
  { name: trunk, demo }: Pick<TrunkRecord, 'name' | 'demo'>,
): Promise<string[]> {
  const all = (await store.confirmationNumbers()).filter((each) => each.demo === demo)
  const own = all.filter(({ trunks }) => trunks.includes(trunk))
  return (own.length > 0 ? own : all.filter(({ trunks }) => trunks.length === 0)).map(({ number }) => number)
}

export function noTrunk(name: string): OperationRefused {
  return new OperationRefused('no-trunk', `There is no trunk ${name}`)
}

/** The carrier that the demo starts itself: it cannot be changed or removed by hand. */
async function realTrunk(tx: OperationTx, wanted: string): Promise<TrunkRecord> {
  const trunk = await known(tx, wanted)
  if (trunk === undefined) throw noTrunk(wanted)
  if (trunk.demo && wanted === simulatorTrunk) {
    throw new OperationRefused('demo-trunk', `${wanted} is the simulated carrier: RINGKEY_DEMO=off closes it`)
  }
  return trunk
}

function changedTrunk(
  { settings: before, sealedPassword: sealedBefore, demo }: Omit<TrunkRecord, 'name' | 'updatedAt'>,
  { name, settings: change, sealedPassword = sealedBefore, sipHost }: Change,
  at: number,
): TrunkRecord {
  const unknown = Object.keys(change).find((field) => !Object.hasOwn(trunkFields, field))
  if (unknown !== undefined) throw wrongField(unknown, 'a field that trunks have')
  const settings = { ...before, ...change } as TrunkSettings
  const fault = faultInTrunk(settings)
  if (fault !== undefined) throw wrongField(fault.field, fault.expected)
  if (demo && !isOnThisMachine(settings))
    throw wrongField('host', 'an address of this machine, because calls of the demo never leave it')
  const unreachable = reachabilityFault(sipHost.split(','), settings)
  if (unreachable !== undefined) throw new OperationRefused('out-of-reach', unreachable, { field: 'host' })
  return { name, demo, settings, sealedPassword, updatedAt: at }
}
