import type { Clock } from '../../platform/clock.ts'
import { closeLocally, listenLocally } from '../../platform/local-socket.ts'
import type { Log } from '../../platform/log.ts'
import { type SimulatedCarrier, startCarrier } from '../simulator/start-carrier.ts'
import { Handset } from './handset.ts'
import { phoneApi } from './phone-api.ts'

/** The shortest pause between restarts of a carrier that keeps dying. */
const restartMs = 1_000

export interface DemoPhoneOptions {
  readonly dataFolder: string
  readonly clock: Clock
  readonly log: Log
  /** Where the service accepts calls: `127.0.0.1:5060`. */
  readonly serviceAddress: () => string
}

export type DemoPhone = Awaited<ReturnType<typeof openDemoPhone>>

/** Starts the simulated carrier with its handset and opens the handset's API on a socket in the data folder. */
export async function openDemoPhone(options: DemoPhoneOptions) {
  const { dataFolder, clock, log } = options
  const handset = new Handset(clock, options.serviceAddress)
  let isClosed = false
  let carrier: SimulatedCarrier | undefined
  let carrierPort = 0
  const start = async (): Promise<SimulatedCarrier> => {
    carrier = await startCarrier({
      port: carrierPort,
      firstId: handset.nextId,
      onEvent: (event) => handset.take(event),
      onGone: () => restart(),
    })
    carrierPort = carrier.port
    handset.connect(carrier)
    return carrier
  }
  const restart = () => {
    carrier = undefined
    handset.connect(undefined)
    if (isClosed) return
    log.error({ event: 'simulator-ended' }, 'the simulated carrier ended; starting it again')
    clock.after(restartMs, () => {
      if (isClosed) return
      start().then(
        (started) => (isClosed ? started.close() : undefined),
        (error: Error) => {
          log.error({ event: 'simulator-failed', err: error }, 'the simulated carrier cannot be started')
          restart()
        },
      )
    })
  }
  await start()
  const server = await listenLocally(dataFolder, 'phone', phoneApi(handset, clock), log)
  return {
    /** The port of the simulated carrier, which is the demo's only trunk. It stays the same when the carrier restarts. */
    carrierPort,
    handset,
    async close() {
      isClosed = true
      await Promise.all([carrier?.close(), closeLocally(server)])
    },
  }
}
