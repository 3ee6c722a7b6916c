// npm run bench -- webhooks [--deliveries 10000] [--receivers 20] [--rounds 3]
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { systemRandom } from '../../server/src/platform/random.ts'
import { Sealer } from '../../server/src/platform/sealing.ts'
import { systemClock } from '../../server/src/platform/system-clock.ts'
import { createAttempt } from '../../server/src/webhooks/attempt.ts'
import { CallbackGuard } from '../../server/src/webhooks/callback-guard.ts'
import { DeliveryEngine } from '../../server/src/webhooks/delivery-engine.ts'
import { WebhookSecrets } from '../../server/src/webhooks/secrets.ts'
import { openOutbox } from '../../server/test/outbox.ts'
import { freePort } from '../../test/peers/interop/peer-process.ts'
import { cpuOf, ownCpuUs, watchMachine } from '../measure/cpu.ts'
import { type BenchResult, type Figures, newResult } from '../measure/figures.ts'
import { interleave } from '../measure/rounds.ts'
import { type ServerProcess, startServer } from '../measure/server-process.ts'
import { judgeLoad, medianOf, printGoals, printTable, sceneOf } from '../measure/table.ts'

/** A third of a millisecond of CPU time: 3,000 per second on one core. */
const mostCpuUs = 1e6 / 3_000
const enqueuedAtOnce = 500
const name = 'signed deliveries'

/** Webhooks from the outbox to receivers on loopback, claimed, signed, sent and recorded. */
export async function run(flags: readonly string[]): Promise<BenchResult> {
  const { values } = parseArgs({
    args: [...flags],
    options: {
      deliveries: { type: 'string', default: '10000' },
      receivers: { type: 'string', default: '20' },
      rounds: { type: 'string', default: '3' },
    },
  })
  const [deliveries, count] = [Number(values.deliveries), Number(values.receivers)]
  const firstPort = freePort()
  const receivers = await startServer(import.meta.resolve('./receivers.ts'), firstPort, {
    words: [count, firstPort],
  })
  const result = newResult('webhooks', 'one delivery')
  try {
    const urls = Array.from({ length: count }, (_, index) => `http://127.0.0.1:${firstPort + index}/hook`)
    // The first round compiles the code.
    await deliver(deliveries / 5, urls, receivers)
    await interleave(
      result,
      [{ name, measure: () => deliver(deliveries, urls, receivers) }],
      Number(values.rounds),
    )
  } finally {
    await receivers.end()
  }
  const cpuUs = medianOf(sceneOf(result, name), 'cpuUs')
  result.goals.push({
    what: 'deliveries per second on one core',
    measured: (1e6 / cpuUs).toFixed(0),
    wanted: 'at least 3000',
    isMet: cpuUs <= mostCpuUs,
  })
  judgeLoad(result)
  printTable(result)
  printGoals(result)
  return result
}

async function deliver(count: number, urls: readonly string[], receivers: ServerProcess): Promise<Figures> {
  const outbox = await openOutbox()
  const phones = new Map<number, string>()
  for (let done = 0; done < count; done += enqueuedAtOnce) {
    await Promise.all(
      Array.from({ length: Math.min(enqueuedAtOnce, count - done) }, async (_, index) => {
        const phone = String(79_160_000_000 + done + index)
        phones.set(await outbox.enqueue({ url: urls[(done + index) % urls.length]!, phone }), phone)
      }),
    )
  }
  let delivered = 0
  const engine = engineOver(outbox.store, phones, () => {
    delivered += 1
  })
  const [before, receiversBefore, shares] = [ownCpuUs(), cpuOf(receivers.pid).cpuUs, watchMachine()]
  engine.start()
  void engine.look()
  while (delivered < count) await sleep(5)
  await engine.stop()
  const [cpuUs, peerUs] = [ownCpuUs() - before, cpuOf(receivers.pid).cpuUs - receiversBefore]
  const { seconds, machineShare, othersShare } = shares(cpuUs + peerUs)
  await outbox.close()
  return {
    perSecond: count / seconds,
    cpuUs: cpuUs / count,
    loadUs: peerUs / count,
    loadShare: peerUs / 1e6 / seconds,
    machineShare,
    othersShare,
  }
}

type Outbox = Awaited<ReturnType<typeof openOutbox>>

function engineOver(store: Outbox['store'], phones: ReadonlyMap<number, string>, onDelivered: () => void) {
  const fail = (error: Error) => {
    throw error
  }
  const shared = { store, clock: systemClock, random: systemRandom }
  const sealer = new Sealer(Buffer.alloc(32, 1), systemRandom)
  return new DeliveryEngine({
    ...shared,
    attempt: createAttempt({
      ...shared,
      secrets: new WebhookSecrets({ ...shared, sealer }),
      guard: new CallbackGuard({ clock: systemClock, allowedRanges: ['127.0.0.0/8'] }),
      mayUseLoopback: async () => false,
      tellsCaller: async () => false,
      callData: async () => undefined,
      noticeOf: async () => ({ kind: 'gone', why: '' }),
      phoneOf: async ({ vendorId }) => phones.get(vendorId),
      onAttempt(outcome) {
        if (outcome !== 'delivered') throw new Error(`a delivery ended with ${outcome}`)
        onDelivered()
      },
      onStoreTrouble: fail,
    }),
    onStoreTrouble: fail,
  })
}
