// npm run bench -- calls [--rate 1500] [--seconds 60] [--ramp]: initCall over HTTP to ringing phones, all parts on,
// embedded store, the phones (SIPp) on the same machine; next to HTTP alone and SIP alone in the same run.
import { setTimeout as sleep } from 'node:timers/promises'
import { runNode } from '../sip/child.ts'
import { type Load, runLoad } from './load.ts'
import { startPhones } from './phones.ts'
import { startServiceProcess } from './service-process.ts'

const goalPerSecond = 1_500
const goalToInviteMs = 50
/** Time for ringing and settlement: a call that has not ended by then counts as lost. */
const settlePatienceMs = 30_000
const connections = 64
const closedPort = 9

/** Every request calls another phone: no limit per number applies. */
const phoneOf = (index: number) => String(79_160_000_000 + index)

function flagOf(flags: readonly string[], name: string, otherwise: number): number {
  const place = flags.indexOf(`--${name}`)
  return place < 0 ? otherwise : Number(flags[place + 1])
}

export async function run(flags: readonly string[]): Promise<void> {
  const rate = flagOf(flags, 'rate', goalPerSecond)
  const seconds = flagOf(flags, 'seconds', 60)
  let met = true
  const say = (what: string, measured: string, goal = '', isMet?: boolean): void => {
    if (isMet === false) met = false
    const mark = isMet === undefined ? ' ' : isMet ? '+' : '-'
    process.stdout.write(`${mark} ${what.padEnd(38)} ${measured.padEnd(72)} ${goal}\n`)
  }

  const http = await httpAlone()
  say('HTTP alone (no SIP)', `${http.toFixed(0)} initCall/s`)
  const sip = await sipAlone()
  say('SIP alone (flash scene)', `${sip.toFixed(0)} calls/s`)

  if (flags.includes('--ramp')) {
    for (let step = 500; step <= 4_000; step += 500) {
      const result = await wholeWay(step, 15)
      say(`${step} a second for 15 s`, result.text)
      if (result.lost > 0) break
    }
  }
  const result = await wholeWay(rate, seconds)
  const goal = `${goalPerSecond}/s for 60 s, none lost`
  say(
    `${rate} a second for ${seconds} s`,
    result.text,
    goal,
    result.lost === 0 && result.perSecond >= rate * 0.98,
  )
  say(
    'from the HTTP answer to the INVITE',
    `p50 ${result.toInvite.p50.toFixed(1)} ms, p99 ${result.toInvite.p99.toFixed(1)} ms`,
    `p99 < ${goalToInviteMs} ms`,
    result.toInvite.p99 < goalToInviteMs,
  )
  const { service, phones, load } = result.cpuMs
  say(
    'CPU a verification',
    `service ${service.toFixed(2)} ms, phones ${phones.toFixed(2)} ms, load ${load.toFixed(2)} ms: ` +
      `two cores hold ${(2_000 / (service + phones + load)).toFixed(0)} a second`,
  )
  say('against HTTP alone and SIP alone', `${(rate / http).toFixed(2)} and ${(rate / sip).toFixed(2)}`)
  if (!met) process.exitCode = 1
}

/** The same admission and settlement, on disk, without telephony. */
async function httpAlone(): Promise<number> {
  const service = await startServiceProcess('network that rings at once', closedPort)
  const load = await runLoad({
    ...service,
    perSecond: 0,
    seconds: 8,
    connections,
    phoneOf,
  })
  await service.end()
  return load.answeredAtMs.size === 0 ? 0 : (load.sent - total(load.refused)) / load.elapsedSeconds
}

async function sipAlone(): Promise<number> {
  const phones = await startPhones()
  const { calls, seconds } = await runNode<{ calls: number; seconds: number }>(
    0,
    import.meta.resolve('../sip/flash-agent.ts'),
    [phones.port, 20_000, 100, 0],
  )
  await phones.end()
  return calls / seconds
}

/** HTTP in, phones ringing, every verification followed to its end and into the books. */
async function wholeWay(perSecond: number, seconds: number) {
  const phones = await startPhones()
  const service = await startServiceProcess('SIP trunk', phones.port)
  const before = { service: service.cpuMs(), phones: phones.cpuMs(), load: process.cpuUsage() }
  const load = await runLoad({ ...service, perSecond, seconds, connections, phoneOf })
  const loadCpu = process.cpuUsage(before.load)
  await noneOpen(service)
  const cpuMs = {
    service: service.cpuMs() - before.service,
    phones: phones.cpuMs() - before.phones,
    load: (loadCpu.user + loadCpu.system) / 1000,
  }
  const completed = await countCompleted(service, load)
  const { balanceUnits, heldUnits } = (await service.store.account(service.accountId))!
  const audit = await service.store.audit()
  const isBalanced = audit.unbalancedAccounts.length + audit.wrongHolds.length === 0 && heldUnits === 0
  await service.end()
  const { calledAtMs, calls } = await phones.end()

  const admitted = load.answeredAtMs.size
  const unrung = [...load.answeredAtMs.keys()].filter((phone) => !calledAtMs.has(phone)).length
  const waits = [...load.answeredAtMs]
    .flatMap(([phone, atMs]) => (calledAtMs.has(phone) ? [calledAtMs.get(phone)! - atMs] : []))
    .sort((a, b) => a - b)
  const refused = total(load.refused)
  const paid = (topUpUnits - balanceUnits) / flashUnits
  const lost = refused + unrung + (admitted - completed) + Math.abs(paid - completed)
  const latencies = load.latenciesMs.toSorted((a, b) => a - b)
  for (const [what, count] of load.refused) process.stdout.write(`    ${count} x ${what}\n`)
  return {
    perSecond: admitted / load.elapsedSeconds,
    lost: lost + (isBalanced ? 0 : 1) + (calls - calledAtMs.size),
    cpuMs: {
      service: cpuMs.service / admitted,
      phones: cpuMs.phones / admitted,
      load: cpuMs.load / admitted,
    },
    toInvite: { p50: percentile(waits, 0.5), p99: percentile(waits, 0.99) },
    text:
      `${(admitted / load.elapsedSeconds).toFixed(0)}/s admitted, ${refused} refused, ${unrung} not rung, ` +
      `${completed} completed, ${paid} paid, HTTP p99 ${percentile(latencies, 0.99).toFixed(0)} ms`,
  }
}

/** What `prepareInstallation` and the bench put on the account, and the price of a flash call. */
const topUpUnits = 100_100_000_000
const flashUnits = 8_000

type Service = Awaited<ReturnType<typeof startServiceProcess>>

async function noneOpen({ store }: Service): Promise<void> {
  const until = performance.now() + settlePatienceMs
  while ((await store.openCalls({ limit: 1 })).length > 0 && performance.now() < until) await sleep(200)
}

/** Vendor ids are given in a row from 100000 on. */
async function countCompleted({ store }: Service, load: Load): Promise<number> {
  let completed = 0
  for (let vendorId = 100_000; vendorId < 100_000 + load.answeredAtMs.size; vendorId++) {
    if ((await store.verification(vendorId))?.state === 'completed') completed += 1
  }
  return completed
}

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

function total(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0)
}
