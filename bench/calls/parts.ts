import { defaultTrunkSettings } from '../../server/src/storage/queries/trunks.ts'
import { temporaryFolder } from '../../test/peers/interop/peer-process.ts'
import { startFloor, startQuickService } from '../http/scenes.ts'
import type { Times } from '../http/wrk.ts'
import { per } from '../measure/cpu.ts'
import type { Figures } from '../measure/figures.ts'
import { enrich, type ServerProcess } from '../measure/server-process.ts'
import { latencyOf } from '../measure/statistics.ts'
import { figuresOf, flash } from '../sip/scenes.ts'
import { runLoad, unadmitted } from './load.ts'
import { meter, type Spent } from './meter.ts'
import { phoneOf, usualAtOnce } from './whole-way.ts'

/**
 * The parts of the whole way, each alone, at the rate of the whole way. Under full load more requests share a commit, a
 * wake-up of a thread and a turn of the event loop, so a request costs less there.
 */
interface Rate extends Times {
  readonly perSecond: number
}

export function httpAt(rate: Rate): Promise<Figures> {
  return atRate(rate, async (folder) => {
    const server = await startQuickService(folder, {})
    return { server, authorization: enrich(server) }
  })
}

/** Also the floor costs more than under full load. */
export function httpFloorAt(rate: Rate): Promise<Figures> {
  return atRate(rate, async (folder) => ({ server: await startFloor(folder), authorization: 'Bearer none' }))
}

/** The calls ring for as long as those of the whole way. */
export async function sipAt({ perSecond, seconds }: Rate): Promise<Figures> {
  const ring = `ring=${defaultTrunkSettings.flashRingMs}`
  return figuresOf(await flash(perSecond * seconds, 0, perSecond, 'warm', ring))
}

interface Started {
  readonly server: ServerProcess
  readonly authorization: string
}

async function atRate(rate: Rate, start: (folder: string) => Promise<Started>): Promise<Figures> {
  const folder = temporaryFolder()
  const { server, authorization } = await start(folder.path)
  const spend = meter(server.pid, () => 0)
  let spent: Spent | undefined
  try {
    const load = await runLoad({
      ...rate,
      port: server.port,
      authorization,
      connections: usualAtOnce,
      phoneOf,
      onWarm: spend.start,
      onSent() {
        spent = spend.read()
      },
    })
    const { counted, elapsedSeconds, latenciesMs } = load
    const { cpu, loadUs, shares } = spent!
    return {
      perSecond: counted.size / elapsedSeconds,
      ...latencyOf(latenciesMs),
      ...per(counted.size, cpu),
      loadUs: loadUs / counted.size,
      ...unadmitted(load),
      loadShare: loadUs / 1e6 / shares.seconds,
      machineShare: shares.machineShare,
      othersShare: shares.othersShare,
    }
  } finally {
    await server.end()
    folder.remove()
  }
}
