import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort, PeerProcess, temporaryFolder } from '../../test/peers/interop/peer-process.ts'
import { cpuOf } from '../measure/cpu.ts'

/** SIPp as the called phones: they ring until they are cancelled, and record when they were called. */
export async function startPhones() {
  const folder = temporaryFolder()
  const port = freePort()
  const log = join(folder.path, 'invites')
  const words = [
    ...['-sf', join(import.meta.dirname, 'phone.xml'), '-i', '127.0.0.1', '-p', String(port), '-nostdin'],
    // One screen a minute; a receive buffer like ours; calls that are over are forgotten at once.
    ...['-f', '60', '-buff_size', '4194304', '-deadcall_wait', '0', '-nd', '-trace_logs', '-log_file', log],
  ]
  const sipp = new PeerProcess('sipp', words, folder.path)
  await sipp.bound('udp', port)
  return {
    port,
    cpuUs: () => cpuOf(sipp.pid).cpuUs,
    /** Ends the phones; when each number was first called, in Unix milliseconds, and how many calls there were. */
    async end(): Promise<{ calledAtMs: Map<string, number>; calls: number }> {
      await sipp.end()
      const calledAtMs = new Map<string, number>()
      let calls = 0
      for await (const line of createInterface({ input: createReadStream(log) })) {
        const [, seconds, number] = /(\d+\.\d+) (\d+)$/.exec(line) ?? []
        if (number === undefined) continue
        calls += 1
        if (!calledAtMs.has(number)) calledAtMs.set(number, Number(seconds) * 1000)
      }
      folder.remove()
      return { calledAtMs, calls }
    },
  }
}
