import { defaultTrunkSettings, type TrunkRecord } from '../storage/queries/trunks.ts'
import type { Store } from '../storage/store.ts'

/** The trunk to the carrier that the demo starts itself. */
export const simulatorTrunk = 'simulator'
/** A full block of numbers: every code can be shown. */
export const demoRange = { first: '74951230000', last: '74951239999' }

/** The simulated carrier as an ordinary trunk. Its port differs at every start. */
export async function ensureDemoTrunk(store: Store, at: number): Promise<void> {
  if ((await store.trunks()).some(({ name }) => name === simulatorTrunk)) return
  await store.saveTrunk({
    name: simulatorTrunk,
    demo: true,
    settings: {
      ...defaultTrunkSettings,
      host: '127.0.0.1',
      incomingFormat: 'E164',
      callsPerSecond: 5_000,
      callsAtOnce: 20_000,
    },
    sealedPassword: null,
    updatedAt: at,
  })
  await store.addCallerRange({ ...demoRange, trunk: simulatorTrunk })
}

export function atPort(record: TrunkRecord, port: number): TrunkRecord {
  return { ...record, settings: { ...record.settings, host: '127.0.0.1', port } }
}
