// A week of people who sign in, some of them in a network that blocks a third of the calls and says so, in one that
// replaces calling numbers, behind an assistant, or without wanting to be called: how many are confirmed, what it costs, and how
// often a phone rings in vain, with what the service does about each of these and without. The whole service runs: /v2 over
// HTTP, the books, routing, the call machines, the facts and the proposals of Quality. People and networks are assumed
// (phones.ts), and what they do in a visit is the same in every row.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { registryFile } from '../../dev/demo-traffic/country.ts'
import { drawing } from '../../dev/demo-traffic/draw.ts'
import { LeapingClock } from '../../dev/demo-traffic/leaping-clock.ts'
import { openInstallation } from '../../server/src/app/open-installation.ts'
import { startService } from '../../server/src/app/service.ts'
import { callerHashes } from '../../server/src/calls/phone-privacy.ts'
import { readSettings } from '../../server/src/config/settings.ts'
import {
  ruleForBlocked,
  type TemplateRule,
  workflowTemplates,
} from '../../server/src/fields/workflow-templates.ts'
import { hourMs, secondMs } from '../../server/src/platform/clock.ts'
import { createLog } from '../../server/src/platform/log.ts'
import { Metrics } from '../../server/src/platform/metrics.ts'
import type { Random } from '../../server/src/platform/random.ts'
import { defaultTrunkSettings, type TrunkSettings } from '../../server/src/storage/queries/trunks.ts'
import type { Store } from '../../server/src/storage/store.ts'
import { callMetrics } from '../../server/src/telephony/call-metrics.ts'
import { Switchboard } from '../../server/src/telephony/switchboard.ts'
import { isStillFlash, poorNetworks } from '../../server/src/verifications/poor-networks.ts'
import { callArrived } from '../../server/test/arriving-call.ts'
import { cheapPasswords } from '../../server/test/cheap-passwords.ts'
import { ManualClock } from '../../server/test/manual-clock.ts'
import { ringkey } from '../../server/test/ringkey-command.ts'
import { changed } from '../../server/test/store-contract/fixture.ts'
import { prepareInstallation, settingsOf } from '../../test/calls/rig.ts'
import { progress } from '../measure/rounds.ts'
import { assumed, type Habit, lotOf, type Network, openPhones, type Person, type Visit } from './phones.ts'
import { type Week, weekHours } from './world.ts'

const networks: readonly { readonly code: string; readonly kind: Network; readonly share: number }[] = [
  { code: '916', kind: 'open', share: 0.4 },
  { code: '961', kind: 'open', share: 0.15 },
  { code: '921', kind: 'blocking', share: 0.25 },
  { code: '952', kind: 'rewriting', share: 0.2 },
]
const habits: Readonly<Record<Exclude<Habit, 'usual'>, number>> = {
  assistant: 0.15,
  'opted-out': 0.08,
  asked: 0.04,
}
/** People come about so often in the week. */
const visitsEach = 5
const [trunk, prices] = ['north', '0.10/attempt+0.20/ring+1.50/minute by 1/1']
const taskPeriodMs = 6 * hourMs
/** A little after a step of the templates is over. */
const [stepMs, inboundMs] = [20_600, 120_600]

interface Plan {
  readonly name: string
  readonly listens: boolean
  readonly keepsList: boolean
  readonly turnsToInbound: boolean
  readonly acceptsProposals: boolean
}
const none = { listens: false, keepsList: false, turnsToInbound: false, acceptsProposals: false }
const plans: readonly Plan[] = [
  { ...none, name: 'none of it' },
  { ...none, name: '+ voice waits for assistants', listens: true },
  { ...none, name: '+ do-not-call list', listens: true, keepsList: true },
  {
    ...none,
    name: '+ inbound for phones that flash does not reach',
    listens: true,
    keepsList: true,
    turnsToInbound: true,
  },
  {
    ...{ name: '+ proposed rules accepted (blocked, replaced)', listens: true, keepsList: true },
    ...{ turnsToInbound: true, acceptsProposals: true },
  },
]

interface Asked {
  readonly from: Week
  readonly visits: number
  readonly seed: number
}

export async function networksWeek(asked: Asked): Promise<string> {
  const begunMs = performance.now()
  const lines = [
    `${asked.visits} visits in a week, seed ${asked.seed}. Assumed: ${JSON.stringify(assumed)}`,
    '',
    `| what the service does | confirmed | ${groups.map(([name]) => name).join(' | ')} | calls | rang in vain, of 100 visits | carrier, per confirmed | charged, per confirmed |`,
    `|---|---|${'---|'.repeat(groups.length + 4)}`,
  ]
  for (const plan of plans) {
    const folder = mkdtempSync(join(tmpdir(), 'ringkey-networks-week-'))
    try {
      lines.push(await live(plan, join(folder, 'data'), asked))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
  lines.push('', `It took ${Math.round((performance.now() - begunMs) / 1_000)} s.`)
  return lines.join('\n')
}

const groups: readonly (readonly [name: string, holds: (person: Person) => boolean])[] = [
  ['network that blocks', ({ network }) => network === 'blocking'],
  ['that replaces numbers', ({ network }) => network === 'rewriting'],
  ['behind assistants', ({ habit }) => habit === 'assistant'],
  ['opted out', ({ habit }) => habit === 'opted-out'],
]

/** The same people in every run. */
function peopleOf(seed: number, count: number): readonly Person[] {
  const draw = drawing(seed)
  const shares = Object.fromEntries(networks.map(({ code, share }) => [code, share]))
  return Array.from({ length: count }, (_, place) => {
    const code = draw.weighted(shares)
    const { kind } = networks.find((each) => each.code === code)!
    const usual = 1 - Object.values(habits).reduce((sum, share) => sum + share)
    const habit = draw.weighted<Habit>({ usual, ...habits })
    return { phone: `7${code}${String(2_000_000 + place)}`, network: kind, habit }
  })
}

async function live(
  plan: Plan,
  folder: string,
  { from: week, visits: wanted, seed }: Asked,
): Promise<string> {
  const environment = { ...(await settingsOf(folder)), RINGKEY_LOG_LEVEL: 'error' }
  const settings: Partial<TrunkSettings> = {
    ...defaultTrunkSettings,
    prices: { '*': prices },
    listensFirst: plan.listens ? 'auto' : 'no',
    // As before 603+ was known: a refusal like any other.
    overrides: plan.acceptsProposals ? {} : { 'text:network blocked': 'busy' },
  }
  const made = await prepareInstallation(folder, [{ name: trunk, port: 9, settings }])
  const [records, ranges] = [await made.store.trunks(), await made.store.callerRanges()]
  const [service] = await made.store.services(made.accountId)
  await made.store.close()
  const people = peopleOf(seed, Math.ceil(wanted / visitsEach))
  const clock = new LeapingClock(week.timeOf(0), taskPeriodMs)
  const dice = drawing(seed)
  const random: Random = {
    below: dice.below,
    bytes: (count) => Buffer.from(Array.from({ length: count }, () => dice.below(256))),
  }
  const run = async (...words: string[]) => {
    const done = await ringkey(folder, words, { clock: new ManualClock(clock.now()), environment })
    if (done.code !== 0) throw new Error(`ringkey ${words.join(' ')}: ${done.err}${done.out}`)
  }
  const registry = join(folder, 'DEF-9xx.csv')
  writeFileSync(registry, registryFile)
  await run('registry', 'import', registry)
  await run('confirm-pool', 'add', '74997770000-74997770019')
  if (plan.turnsToInbound) await run('service', 'set', String(service!.id), '--template', 'by-network')
  if (plan.keepsList) {
    const list = join(folder, 'list.csv')
    const asking = people.filter(({ habit }) => habit === 'asked')
    writeFileSync(list, asking.map(({ phone }) => `+${phone}\n`).join(''))
    await run('do-not-call', 'import', list)
  }

  const present = new Map<string, Visit>()
  const ids = new Map<Visit, string>()
  const counted = { rang: 0, byCall: 0, calls: 0 }
  const ask = async (path: string, body: object) => {
    const response = await fetch(`${running.baseUrl}/v2/${path}`, {
      method: 'POST',
      headers: { Authorization: made.authorization, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    // biome-ignore lint/suspicious/noExplicitAny: an answer of the API
    return { status: response.status, body: (await response.json()) as any }
  }
  const sip = openPhones(
    {
      clock,
      trunk: records[0]!.settings,
      visitOf(phone) {
        counted.calls += 1
        return present.get(phone)!
      },
      type: (visit, code, afterMs) =>
        void clock.after(afterMs, async () => {
          const { body } = await ask(`verifications/${ids.get(visit)}/check`, { code })
          if (body.valid !== true || visit.isApproved) return
          visit.isApproved = true
          counted.byCall += 1
        }),
      rings: () => {
        counted.rang += 1
      },
      // The next step is due.
      ended: () => void clock.after(stepMs, () => clock.runTasks(secondMs)),
    },
    (event) => switchboard.take(event),
  )
  let hashes: ReturnType<typeof callerHashes>
  const switchboard = new Switchboard({
    ...{ clock, random, metrics: callMetrics(new Metrics(0)), isShared: false, alarm() {}, send: sip },
    wantedQuality: () => 0.95,
    callerHashOf: (number, isCodeHidden) => hashes(number, isCodeHidden),
  })
  switchboard.load(records, ranges, [])
  let store!: Store
  const running = await startService({
    ...{
      settings: readSettings(environment),
      clock,
      random,
      passwords: cheapPasswords,
      telephony: switchboard,
    },
    log: createLog('error'),
    async open(...given) {
      const opened = await openInstallation(given[0], given[1], given[2], { deadlinesBy: 'callers' })
      const busy = watched(opened.store)
      clock.settled = busy.quiet
      store = busy.store
      hashes = callerHashes(opened.keyring.callerHash)
      return { ...opened, store }
    },
    onFatal(error) {
      throw error
    },
  })

  const came: Visit[] = []
  const visit = async () => {
    const lot = lotOf(seed, came.length)
    const person = people[Math.floor(lot('who') * people.length)]!
    const now: Visit = { person, lot, isWaiting: true, isApproved: false, calls: 0 }
    came.push(now)
    present.set(person.phone, now)
    const { status, body } = await ask('verifications', { phone: `+${person.phone}` })
    if (status !== 201) return
    ids.set(now, body.id)
    if (body.inbound !== null && lot('calls') < assumed.calls)
      clock.after(8_000 + 30_000 * lot('dials'), async () => {
        const call = { callerE164: person.phone, calledE164: body.inbound.number.slice(1), trunk }
        now.isApproved = (await callArrived(running, call)) === 'matched'
      })
    if (body.inbound !== null) clock.after(inboundMs, () => clock.runTasks(secondMs))
  }
  let rules: readonly TemplateRule[] = workflowTemplates['by-network']([])
  for (let hour = 0; hour < weekHours; hour++) {
    const count = week.callsIn(hour, wanted)
    for (let nth = 0; nth < count; nth++) {
      await clock.leapTo(week.timeOf(hour) + Math.floor((nth * hourMs) / count))
      await visit()
      await clock.settled()
    }
    await clock.leapTo(week.timeOf(hour + 1))
    progress(`${plan.name}: hour ${hour + 1} of ${weekHours}`)
    if (!plan.acceptsProposals) continue
    const proposed = await poorNetworks(store, [service!.id], clock.now())
    const fresh = proposed.filter((each) => isStillFlash(rules, each))
    if (fresh.length === 0) continue
    rules = [...fresh.map(ruleForBlocked), ...rules]
    await changed(store, 'changeService', { id: service!.id, settings: { workflow: rules }, at: clock.now() })
    await running.reload()
  }
  await clock.leapTo(week.timeOf(weekHours) + hourMs)
  await clock.runTasks()
  const spent = await store.factTotals({
    ...{ serviceIds: [service!.id], test: false, only: {}, by: [], measures: ['cost_units', 'price_units'] },
    ...{ from: week.timeOf(0), to: week.timeOf(weekHours + 2) },
  })
  const stopped = running.stop()
  running.hurry()
  const moving = setInterval(() => void clock.leapTo(clock.now() + 20), 10)
  await stopped
  clearInterval(moving)
  progress('')
  return rowOf(plan, came, counted, spent[0]!.amounts)
}

function rowOf(
  { name }: Plan,
  came: readonly Visit[],
  { rang, byCall, calls }: Readonly<Record<'rang' | 'byCall' | 'calls', number>>,
  spentUnits: readonly number[],
): string {
  const share = (some: readonly Visit[]) =>
    `${((100 * some.filter(({ isApproved }) => isApproved).length) / some.length).toFixed(1)} %`
  const confirmed = came.filter(({ isApproved }) => isApproved).length
  const cells = [
    share(came),
    ...groups.map(([, holds]) => share(came.filter(({ person }) => holds(person)))),
    String(calls),
    ((100 * (rang - byCall)) / came.length).toFixed(0),
    ...spentUnits.map((units) => (units / 10_000 / confirmed).toFixed(2)),
  ]
  return `| ${name} | ${cells.join(' | ')} |`
}

/** Says when nothing waits for the store any more: its threads answer in real time, and the clock must not leap meanwhile. */
function watched(store: Store) {
  let underWay = 0
  const done = () => {
    underWay -= 1
  }
  const counting = new Proxy(store, {
    get(target, name) {
      const value = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return (...given: unknown[]) => {
        const result: unknown = value.apply(target, given)
        if (result instanceof Promise) {
          underWay += 1
          void result.then(done, done)
        }
        return result
      }
    },
  })
  return {
    store: counting,
    async quiet() {
      for (let calmTurns = 0; calmTurns < 3; calmTurns = underWay === 0 ? calmTurns + 1 : 0) await nextTurn()
    },
  }
}
