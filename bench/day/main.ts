// npm run bench -- day [--minutes 30] [--rate 200] [--stall 0] [--sources]
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { makeCluster } from '../../server/test/postgres/cluster.ts'
import { startCountingCarrier } from '../../test/nodes/counting-carrier.ts'
import { ordinary, startWithTrunks } from '../calls/service-process.ts'
import { ApiClient } from '../measure/api-client.ts'
import { cpuOf, noCpu, ownCpuUs, per, since, sumOf, treeCpuUs, watchMachine } from '../measure/cpu.ts'
import { type BenchResult, figures, newResult } from '../measure/figures.ts'
import { unsettledOf } from '../measure/metrics.ts'
import { say } from '../measure/rounds.ts'
import { latencyOf } from '../measure/statistics.ts'
import { judgeLoad, printGoals, printTable, shown } from '../measure/table.ts'
import { type Counted, countDay } from './count.ts'
import { expiresSeconds, type Verification, Visitors } from './visitors.ts'

const tickMs = 10
const sayMs = 20_000
/** As long as the clients of `clients/` wait. */
const answerPatienceMs = 10_000
/** A verification expires, and the last call of it may take a minute to be given up. */
const settlePatienceMs = (expiresSeconds + 90) * 1_000

/** Whole verifications of `/v2` over SIP on PostgreSQL, with one `kill -9` of the node, and what became of each of them. */
export async function run(flags: readonly string[]): Promise<BenchResult> {
  const { values } = parseArgs({
    args: [...flags],
    options: {
      minutes: { type: 'string', default: '30' },
      rate: { type: 'string', default: '200' },
      stall: { type: 'string', default: '0' },
      sources: { type: 'boolean', default: false },
    },
  })
  const [minutes, rate] = [Number(values.minutes), Number(values.rate)]
  const result = newResult('day', `${minutes} minutes, one kill -9`)
  await using made = new AsyncDisposableStack()
  const cluster = made.adopt(await makeCluster(), (one) => one.remove())
  await cluster.start()
  let visitors: Visitors
  const carrier = made.adopt(
    await startCountingCarrier('127.0.0.1', (call) => void visitors.called(call)),
    async (one) => void (await one.close()),
  )
  const node = made.adopt(
    await startWithTrunks(
      carrier.port,
      { ...ordinary, fromSources: values.sources },
      {
        RINGKEY_DATABASE_URL: await cluster.createDatabase('day'),
        RINGKEY_LAME_DUCK_SECONDS: '0',
        RINGKEY_LOG_LEVEL: 'fatal',
      },
    ),
    (one) => one.end(),
  )
  const client = made.adopt(new ApiClient(node.port, answerPatienceMs), (one) => one.close())
  visitors = new Visitors(client, node.authorization)
  const balanceBefore = await visitors.balance()
  await visitors.readEvents(AbortSignal.abort())
  const reading = new AbortController()
  const events = visitors.readEvents(reading.signal)

  const [databaseBefore, loadBefore, shares] = [treeCpuUs(cluster.pid), ownCpuUs(), watchMachine()]
  let [nodeBefore, nodeSpent] = [cpuOf(node.pid), noCpu]
  let unsettled = 0
  /** Of the process that runs now: it is killed once. */
  const endOfProcess = async () => {
    unsettled += await unsettledOf(node.metricsUrl)
    nodeSpent = sumOf(nodeSpent, since(nodeBefore, cpuOf(node.pid)))
  }
  const killing = (async () => {
    await sleep(minutes * 30_000)
    await endOfProcess()
    const killedMs = performance.now()
    await node.killAndRestart()
    nodeBefore = cpuOf(node.pid)
    say(`kill -9 of the node; it answers again after ${Math.round(performance.now() - killedMs)} ms`)
  })()
  const stalling = stall(node, minutes * 15_000, Number(values.stall))
  const elapsedSeconds = await load(visitors, minutes, rate)
  await Promise.all([killing, stalling])
  await allSettled(visitors)
  reading.abort()
  await events
  await endOfProcess()
  const [databaseUs, loadUs] = [treeCpuUs(cluster.pid) - databaseBefore, ownCpuUs() - loadBefore]
  const { seconds, machineShare, othersShare } = shares(nodeSpent.cpuUs + databaseUs + loadUs)

  say('counting')
  const stored = new Map<string, Verification>()
  for await (const verification of visitors.list()) stored.set(verification.id, verification)
  const { faults, approved, ...counted } = countDay({
    visits: visitors.visits,
    events: visitors.events,
    stored,
    paid: balanceBefore - (await visitors.balance()),
    isClean: node.command('audit', '--all').clean,
  })
  const toInvite = latencyOf(invitesMs(visitors))
  result.scenes.push({
    name: `asked ${rate} per second`,
    rounds: [
      {
        perSecond: approved / elapsedSeconds,
        ...latencyOf(visitors.answerMs),
        toInviteP50Ms: toInvite.p50Ms,
        toInviteP99Ms: toInvite.p99Ms,
        ...per(approved, nodeSpent),
        databaseUs: databaseUs / approved,
        loadUs: loadUs / approved,
        refused: visitors.visits.size - visitors.answerMs.length,
        unsettled,
        ...counted,
        loadShare: loadUs / 1e6 / seconds,
        machineShare,
        othersShare,
      },
    ],
  })
  for (const [words, count] of visitors.refused) result.notes.push(`${count} tries answered ${words}`)
  for (const [fault, count] of faults) result.notes.push(`${count} x ${fault}`)
  judge(result, rate, approved / elapsedSeconds, toInvite.p99Ms, counted)
  judgeLoad(result)
  printTable(result)
  printGoals(result)
  return result
}

/** One visit after the other, whatever the answers do. Returns how many seconds that took. */
/** Stops the node for so many seconds, as a machine does that others keep busy: how long until all is as before? */
async function stall(node: { readonly pid: number }, afterMs: number, seconds: number): Promise<void> {
  if (seconds === 0) return
  await sleep(afterMs)
  process.kill(node.pid, 'SIGSTOP')
  await sleep(seconds * 1_000)
  process.kill(node.pid, 'SIGCONT')
  say(`the node stood still for ${seconds} s`)
}

async function load(visitors: Visitors, minutes: number, rate: number): Promise<number> {
  const { visits, refused, answerMs } = visitors
  const startMs = performance.now()
  let saidMs = startMs
  let saidOf = 0
  for (let nowMs = startMs; nowMs < startMs + minutes * 60_000; nowMs = performance.now()) {
    while (visits.size < ((nowMs - startMs) / 1_000) * rate) void visitors.visit()
    if (nowMs - saidMs > sayMs) {
      const tries = [...refused.values()].reduce((total, count) => total + count, 0)
      const perSecond = ((answerMs.length - saidOf) * 1_000) / (nowMs - saidMs)
      const p99Ms = latencyOf(answerMs.slice(saidOf)).p99Ms
      say(
        `${Math.round((nowMs - startMs) / 1_000)} s: ${visits.size} visits, created ${shown(perSecond)} per second, ` +
          `p99 ${shown(p99Ms)} ms, under way ${visitors.underWay}, tries refused so far ${tries}`,
      )
      ;[saidMs, saidOf] = [nowMs, answerMs.length]
    }
    await sleep(tickMs)
  }
  return (performance.now() - startMs) / 1_000
}

/** Until each has the event that nothing of it changes any more, or patience ends. */
async function allSettled(visitors: Visitors): Promise<void> {
  const { visits, events } = visitors
  const ids = () => [...visits.values()].flatMap(({ id }) => id ?? [])
  const isSettled = (id: string) => events.get(id)?.includes('verification.settled') === true
  for (const untilMs = performance.now() + settlePatienceMs; performance.now() < untilMs; await sleep(1_000))
    if (visitors.underWay === 0 && ids().every(isSettled)) return
}

const invitesMs = ({ visits }: Visitors) =>
  [...visits.values()].flatMap(({ id, answeredAtMs, calledAtMs: [first] }) =>
    id === undefined || first === undefined ? [] : [Math.max(0, first - answeredAtMs)],
  )

function judge(
  { goals }: BenchResult,
  rate: number,
  approvedPerSecond: number,
  inviteMs: number,
  counted: Readonly<Partial<Record<keyof Counted, unknown>>>,
): void {
  const least = 0.98 * rate
  const isMet = approvedPerSecond >= least
  goals.push({
    what: 'approved per second',
    measured: shown(approvedPerSecond),
    wanted: `at least ${least}`,
    isMet,
  })
  goals.push({
    what: 'from the answer to the INVITE, p99 in ms',
    measured: shown(inviteMs),
    wanted: 'under 1,000',
    isMet: inviteMs < 1_000,
  })
  for (const figure of ['lost', 'chargedWrong', 'rungTwice', 'eventsMissing', 'eventsDoubled'] as const)
    goals.push({
      what: figures[figure].head,
      measured: String(counted[figure]),
      wanted: '0',
      isMet: counted[figure] === 0,
    })
}
