import { join } from 'node:path'
import { freePort, PeerProcess, temporaryFolder } from '../../test/peers/interop/peer-process.ts'
import { cpuOf } from '../measure/cpu.ts'

export interface Callee {
  readonly port: number
  cpuUs(): number
  end(): Promise<void>
}

/** SIPp as the far end, on a core of its own. */
export async function startCallee(core: number): Promise<Callee> {
  const folder = temporaryFolder()
  const port = freePort()
  const file = join(import.meta.dirname, 'flash-callee.xml')
  const sipp = new PeerProcess(
    'taskset',
    [
      ...['-c', String(core), 'sipp', '-sf', file, '-i', '127.0.0.1', '-p', String(port), '-nostdin'],
      // One screen a minute; a receive buffer like ours; calls that are over are forgotten at once.
      ...['-f', '60', '-buff_size', '4194304', '-deadcall_wait', '0', '-nd'],
    ],
    folder.path,
  )
  await sipp.bound('udp', port)
  return {
    port,
    cpuUs: () => cpuOf(sipp.pid).cpuUs,
    async end() {
      await sipp.end()
      folder.remove()
    },
  }
}
