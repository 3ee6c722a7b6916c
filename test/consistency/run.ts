import { setTimeout as sleep } from 'node:timers/promises'
import { checkers } from './checkers/all.ts'
import { Clients, type Load } from './clients.ts'
import { rollDice } from './dice.ts'
import type { History, StoredPhone, Violation } from './history.ts'
import type { Nemesis } from './nemeses/nemesis.ts'
import { Observer } from './observer.ts'
import { type Question, Recorder } from './recorder.ts'
import type { World } from './world.ts'

export interface Plan extends Load {
  readonly nemeses: readonly Nemesis[]
  readonly events: number
  /** The load goes on after the last event until so many keys were used. */
  readonly leastKeys: number
  /** Between two events. */
  readonly quietMs: number
  /** Waits for the deadline of every hold; without it, holds may still be open whose deadline has not come. */
  readonly waitsForHolds: boolean
}

const readersAtOnce = 32
const readPatienceMs = 15_000
const holdsEndWithinMs = 70_000
const shownViolations = 10
const shownRequests = 12

/** Returns the violations. Load and nemeses run side by side; then everything is read again, and the checkers look at the whole history. */
export async function runAndCheck(world: World, plan: Plan): Promise<string[]> {
  const recorder = new Recorder(world)
  const observer = new Observer(world, recorder)
  const clients = new Clients(world, recorder, plan)
  await haveNemeses(world, recorder, plan)
  while (clients.keys < plan.leastKeys) await sleep(100)
  await clients.finish()
  await readAgain(world, recorder, questionsOf(world, clients))
  if (plan.waitsForHolds) await holdsEnded(world)
  await observer.finish()
  recorder.close()
  // From now on nothing moves: what is read from several tables belongs together.
  await Promise.all(world.nodes.map((node) => node.kill()))
  const history = await gather(world, recorder, clients)
  const violations = checkers.flatMap((check) => check(history))
  report(plan, history, clients.keys, violations)
  return violations.map(({ checker, text }) => `${checker}: ${text}`)
}

/** The first events are one of each kind, in an order of the seed. */
async function haveNemeses(
  world: World,
  recorder: Recorder,
  { nemeses, events, quietMs, seed }: Plan,
): Promise<void> {
  const dice = rollDice(seed)
  let left: Nemesis[] = []
  for (let event = 0; event < events; event++) {
    if (left.length === 0) left = [...nemeses]
    const [nemesis] = left.splice(dice.below(left.length), 1)
    const startMs = performance.now()
    const { requests = [], ...harm } = await nemesis!.run(world, dice)
    recorder.requests.push(...requests)
    recorder.events.push({ name: nemesis!.name, beginMs: startMs, endMs: performance.now(), ...harm })
    await sleep(dice.below(2 * quietMs))
  }
}

interface Again
  extends Pick<Question, 'method' | 'node' | 'key' | 'phone' | 'uid' | 'creation' | 'verificationId'> {
  readonly accountId: number
}

/** Every key through every node, every id through one of them. */
function questionsOf({ nodes }: World, { acknowledged, phones }: Clients): Again[] {
  const everywhere = (question: Omit<Again, 'node'>) =>
    nodes.map(({ index: node }) => ({ ...question, node }))
  const first = acknowledged.flatMap(({ accountId, key, phone, answer }, index): Again[] => [
    { accountId, method: 'getInfo', node: index % nodes.length, uid: answer!.vendorId! },
    ...(key === undefined || phone === undefined
      ? []
      : everywhere({ accountId, method: 'initCall', key, phone })),
  ])
  const second = phones.acknowledged.flatMap(({ accountId, key, creation, answer }, index): Again[] => [
    {
      accountId,
      method: 'readVerification',
      node: index % nodes.length,
      verificationId: answer!.phone!.id!,
    },
    ...everywhere({ accountId, method: 'createVerification', key: key!, creation: creation! }),
  ])
  return [...first, ...second]
}

async function readAgain(world: World, recorder: Recorder, questions: readonly Again[]): Promise<void> {
  const { keyed, phones, approvals } = world.house
  const customers = new Map([keyed, phones, approvals].map((each) => [each.accountId, each]))
  let next = 0
  const reader = async () => {
    for (let index = next++; index < questions.length; index = next++) {
      const { accountId, ...asked } = questions[index]!
      const purpose = asked.method.endsWith('Verification') ? 'phones-again' : 'read-again'
      const question = { id: `again-${index}`, purpose, ...asked } as const
      for (const until = performance.now() + readPatienceMs; ; await sleep(100)) {
        const request = await recorder.ask(customers.get(accountId)!, question, false)
        const status = request.answer?.status ?? 503
        if (status >= 300 && performance.now() < until) continue
        recorder.requests.push(request)
        break
      }
    }
  }
  await Promise.all(Array.from({ length: readersAtOnce }, reader))
}

async function holdsEnded(world: World): Promise<void> {
  for (const until = performance.now() + holdsEndWithinMs; performance.now() < until; await sleep(500)) {
    if ((await world.rows('SELECT vendor_id FROM calls WHERE state = -1 LIMIT 1')).length === 0) return
  }
}

async function gather(world: World, recorder: Recorder, clients: Clients): Promise<History> {
  const states = new Map([
    [-1, 'checking'],
    [0, 'failed'],
    [1, 'completed'],
  ] as const)
  const records = await world.rows(
    'SELECT vendor_id, account_id, unique_key, client, state, cost_units, started_at, reason FROM calls',
  )
  const phones = await world.rows(
    'SELECT id, account_id, client, status, ended_at, attempts_left, checks, steps FROM verifications',
  )
  const events = await world.rows(
    'SELECT verification_id, type FROM deliveries WHERE verification_id IS NOT NULL',
  )
  const eventsOf = Map.groupBy(events, (row) => String(row.verification_id))
  const entries = await world.rows(
    'SELECT account_id, kind, amount_units, held_units, vendor_id FROM ledger ORDER BY account_id, entry',
  )
  const invites = new Map<string, number>()
  for (const { to } of world.carrier.callsTo('')) invites.set(to, (invites.get(to) ?? 0) + 1)
  return {
    terms: { ...world.house.terms, nodes: world.nodes.length },
    requests: recorder.requests,
    events: recorder.events,
    samples: recorder.samples,
    calls: records.map((row) => ({
      vendorId: Number(row.vendor_id),
      accountId: Number(row.account_id),
      unique: row.unique_key as string | null,
      client: String(row.client),
      state: states.get(Number(row.state) as -1 | 0 | 1)!,
      costUnits: Number(row.cost_units),
      startedAt: Number(row.started_at),
      reason: row.reason as string | null,
    })),
    phones: phones.map((row) => ({
      id: String(row.id),
      accountId: Number(row.account_id),
      client: String(row.client),
      status: String(row.status),
      endedAt: row.ended_at === null ? null : Number(row.ended_at),
      attemptsLeft: Number(row.attempts_left),
      checks: JSON.parse(String(row.checks)) as StoredPhone['checks'],
      steps: JSON.parse(String(row.steps)) as StoredPhone['steps'],
      events: (eventsOf.get(String(row.id)) ?? []).map(({ type }) =>
        String(type).replace('verification.', ''),
      ),
    })),
    entries: entries.map((row) => ({
      accountId: Number(row.account_id),
      kind: String(row.kind),
      amountUnits: Number(row.amount_units),
      heldUnits: Number(row.held_units),
      vendorId: row.vendor_id === null ? null : Number(row.vendor_id),
    })),
    invites,
    callers: clients.phones.callers,
    endedMs: performance.now(),
  }
}

function report({ seed }: Plan, history: History, keys: number, violations: readonly Violation[]): void {
  const kinds = Map.groupBy(history.events, ({ name }) => name)
  const asked = history.requests.filter(({ purpose }) => !purpose.endsWith('-again'))
  const refused = asked.filter(({ answer }) => answer?.status === 503).length
  const unanswered = asked.filter(({ answer }) => answer === undefined).length
  const stuck = history.events.filter(({ isStuck }) => isStuck).length
  const lines = [
    `consistency, seed ${seed}: ${history.events.length} events, ${keys} keys, ${violations.length} violations`,
    `  events: ${[...kinds].map(([name, events]) => `${name} ${events.length}`).join(', ')}; stops that did not end: ${stuck}`,
    `  requests: ${asked.length}, of which 503: ${refused}, without an answer: ${unanswered}; read again: ${history.requests.length - asked.length}`,
    `  /v2: ${phonesText(history)}`,
    `  stored: ${history.calls.length} calls, ${history.entries.length} entries; ${history.samples.length} audits`,
    ...violations.slice(0, shownViolations).flatMap((violation) => describe(violation, history)),
  ]
  console.error(lines.join('\n'))
}

function phonesText({ phones }: History): string {
  const statuses = Map.groupBy(phones, ({ status }) => status)
  const counts = [...statuses].map(([status, { length }]) => `${status} ${length}`)
  const started = phones.flatMap(({ steps }) => steps.filter(({ vendorId }) => vendorId !== null))
  const called = started.filter(({ mode, status }) => mode === 'inbound' && status === 'delivered')
  return `${phones.length} verifications (${counts.join(', ')}), ${started.length} steps started, ${called.length} calls of phones`
}

/** A violation with the requests that prove it and the events around them. */
function describe({ checker, text, requests }: Violation, { events }: History): string[] {
  const seconds = (ms: number) => (ms / 1_000).toFixed(3)
  const shown = requests.slice(0, shownRequests)
  const fromMs = Math.min(...shown.map(({ startMs }) => startMs)) - 10_000
  // A hold ends a minute after its request: what happened until then may be the reason.
  const toMs = Math.max(...shown.map(({ endMs }) => endMs)) + 90_000
  return [
    `  VIOLATION ${checker}: ${text}`,
    ...shown.map(
      ({ id, node, method, startMs, endMs, answer }) =>
        `    ${seconds(startMs)}-${seconds(endMs)} node ${node} ${id} ${method}: ${JSON.stringify(answer)}`,
    ),
    ...events
      .filter(({ beginMs, endMs }) => beginMs <= toMs && endMs >= fromMs)
      .map(
        ({ name, beginMs, endMs, nodes }) =>
          `    ${seconds(beginMs)}-${seconds(endMs)} EVENT ${name} nodes ${nodes.join(',')}`,
      ),
  ]
}
