import { setTimeout as sleep } from 'node:timers/promises'
import { checkers } from './checkers/all.ts'
import type { History, Listener, StoredPhone, ToldEvent, Violation } from './checkers/history.ts'
import { Clients, type Load } from './clients.ts'
import { rollDice } from './dice.ts'
import { addIntegrations, type Integrations } from './integrations.ts'
import type { Nemesis } from './nemeses/nemesis.ts'
import { Observer } from './observer.ts'
import { toldEvent } from './receiver.ts'
import { type Question, Recorder } from './recorder.ts'
import { Streams } from './stream-reader.ts'
import { writtenTexts } from './texts.ts'
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
  /** After the run every key is asked for at every node, or at one of them. */
  readonly asksEveryNode: boolean
}

const readersAtOnce = 32
const readPatienceMs = 15_000
const settledWithinMs = 70_000
const shownViolations = 10
const shownRequests = 12

/** Returns the violations. Load and nemeses run side by side; then everything is read again, and the checkers look at the whole history. */
export async function runAndCheck(world: World, plan: Plan, say = console.error): Promise<string[]> {
  const recorder = new Recorder(world)
  const integrations = await addIntegrations(world)
  const observer = new Observer(world, recorder)
  const streams = new Streams(world, recorder, plan.seed)
  await streams.begin(world.house.phones, true)
  const clients = new Clients(world, recorder, plan, integrations)
  // What has happened until then has to be told, too.
  const later = sleep(plan.quietMs).then(async () => {
    for (const customer of [world.house.approvals, world.house.keyed, world.house.hooks])
      await streams.begin(customer, false)
  })
  await haveNemeses(world, recorder, plan)
  while (clients.keys < plan.leastKeys) await sleep(100)
  await clients.finish()
  await later
  await readAgain(world, recorder, questionsOf(world, clients, plan))
  if (plan.waitsForHolds) await rowsGone(world, openHolds)
  const sentMs = await rowsGone(world, pendingWebhooks)
  await observer.finish()
  await streams.finish()
  recorder.close()
  // From now on nothing moves: what is read from several tables belongs together.
  await Promise.all(world.nodes.map((node) => node.kill()))
  integrations.receiver.close()
  const told = [...streams.listeners, ...webhooksOf(integrations, sentMs)]
  const history = await gather(world, recorder, clients, told, integrations)
  const violations = checkers.flatMap((check) => check(history))
  say(report(plan, history, clients.keys, violations))
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

/** Every key, and every id through one node. */
function questionsOf({ nodes }: World, { acknowledged, phones }: Clients, { asksEveryNode }: Plan): Again[] {
  const everywhere = (question: Omit<Again, 'node'>, index: number) =>
    (asksEveryNode ? nodes : [nodes[(index + 1) % nodes.length]!]).map(({ index: node }) => ({
      ...question,
      node,
    }))
  const first = acknowledged.flatMap(({ accountId, key, phone, answer }, index): Again[] => [
    { accountId, method: 'getInfo', node: index % nodes.length, uid: answer!.vendorId! },
    ...(key === undefined || phone === undefined
      ? []
      : everywhere({ accountId, method: 'initCall', key, phone }, index)),
  ])
  const second = phones.acknowledged.flatMap(({ accountId, key, creation, answer }, index): Again[] => [
    {
      accountId,
      method: 'readVerification',
      node: index % nodes.length,
      verificationId: answer!.phone!.id!,
    },
    ...everywhere({ accountId, method: 'createVerification', key: key!, creation: creation! }, index),
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

const openHolds = 'SELECT vendor_id FROM calls WHERE state = -1 LIMIT 1'
const pendingWebhooks =
  "SELECT id FROM deliveries WHERE state = 'pending' AND endpoint_id IS NOT NULL LIMIT 1"

/** Returns when it was seen that they are gone, or that it takes too long. */
async function rowsGone(world: World, sql: string): Promise<number> {
  for (const until = performance.now() + settledWithinMs; ; await sleep(500)) {
    const atMs = performance.now()
    if ((await world.rows(sql)).length === 0 || atMs > until) return atMs
  }
}

const webhooksOf = ({ receiver, webhookPaths }: Integrations, untilMs: number) =>
  [...webhookPaths].map(
    ([accountId, path]): Listener => ({
      name: `webhooks of account ${accountId}`,
      accountId,
      way: 'webhook',
      isFirst: true,
      untilMs,
      events: receiver.webhooks.get(path) ?? [],
    }),
  )

async function gather(
  world: World,
  recorder: Recorder,
  clients: Clients,
  told: readonly Listener[],
  { receiver, webhookPaths }: Integrations,
): Promise<History> {
  const endedMs = performance.now()
  const states = new Map([
    [-1, 'checking'],
    [0, 'failed'],
    [1, 'completed'],
  ] as const)
  const records = await world.rows(
    `SELECT calls.vendor_id, account_id, unique_key, client, state, cost_units, started_at, settled_at, reason, verification_id
      FROM calls LEFT JOIN step_calls ON step_calls.vendor_id = calls.vendor_id`,
  )
  const phones = await world.rows(
    'SELECT id, account_id, metadata, status, version, created_at, ended_at, attempts_left, checks, steps FROM verifications',
  )
  const events = await world.rows(
    `SELECT account_id, webhook_id, type, data, vendor_id FROM deliveries
      JOIN event_endpoints ON event_endpoints.id = deliveries.endpoint_id
      JOIN services ON services.id = deliveries.service_id WHERE url <> '' ORDER BY deliveries.id`,
  )
  const outbox = [...webhookPaths.keys()].map(
    (accountId): Listener => ({
      name: `the outbox of account ${accountId}`,
      accountId,
      way: 'outbox',
      isFirst: true,
      untilMs: endedMs,
      events: events.flatMap((row) => (Number(row.account_id) === accountId ? [storedEvent(row)] : [])),
    }),
  )
  const entries = await world.rows(
    'SELECT account_id, entry, kind, amount_units, vendor_id FROM ledger ORDER BY account_id, entry',
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
      endedMs: row.settled_at === null ? null : runMs(Number(row.settled_at)),
      reason: row.reason as string | null,
      verificationId: row.verification_id as string | null,
    })),
    phones: phones.map((row): StoredPhone => {
      const steps = stepsOf(String(row.steps))
      const times = [row.created_at, row.ended_at, ...steps.flatMap((step) => [step.startedAt, step.endedAt])]
      return {
        id: String(row.id),
        accountId: Number(row.account_id),
        key: (JSON.parse(String(row.metadata)) as { key: string }).key,
        status: String(row.status),
        version: Number(row.version),
        endedAt: row.ended_at === null ? null : Number(row.ended_at),
        endedMs: row.ended_at === null ? null : runMs(Number(row.ended_at)),
        attemptsLeft: Number(row.attempts_left),
        checks: JSON.parse(String(row.checks)) as StoredPhone['checks'],
        steps,
        changedMs: runMs(Math.max(...times.map(Number))),
      }
    }),
    entries: entries.map((row) => ({
      accountId: Number(row.account_id),
      entry: Number(row.entry),
      kind: String(row.kind),
      amountUnits: Number(row.amount_units),
      vendorId: row.vendor_id === null ? null : Number(row.vendor_id),
    })),
    listeners: [...outbox, ...told],
    handedCodes: receiver.handedCodes,
    texts: await writtenTexts(world),
    invites,
    rung: world.carrier.rung?.(),
    callers: clients.phones.callers,
    endedMs,
  }
}

type StoredStep = StoredPhone['steps'][number] & { readonly startedAt: number | null }

/** The clock of the machine is that of the run: what is set is the clock of one process. */
const runMs = (wallMs: number) => wallMs - performance.timeOrigin

const stepsOf = (text: string) =>
  (JSON.parse(text) as StoredStep[]).map(
    (step): StoredStep => ({ ...step, startedMs: step.startedAt === null ? null : runMs(step.startedAt) }),
  )

/** The content of the end of a call is made when it is sent. */
function storedEvent({ webhook_id, type, data, vendor_id }: Record<string, unknown>): ToldEvent {
  if (data === null)
    return { id: String(webhook_id), type: String(type), text: '', vendorId: Number(vendor_id) }
  return toldEvent(String(webhook_id), {
    type: String(type),
    timestamp: '',
    data: JSON.parse(String(data)) as Record<string, unknown>,
  })
}

function report({ seed }: Plan, history: History, keys: number, violations: readonly Violation[]): string {
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
    `  told: ${history.listeners.map(({ name, events }) => `${name} ${events.length}`).join(', ')}`,
    `  hooks: ${history.requests.filter(({ method }) => method === 'hook').length}, codes handed to the gateway: ${history.handedCodes.length}, texts with numbers: ${history.texts.length}`,
    `  stored: ${history.calls.length} calls, ${history.entries.length} entries; ${history.samples.length} audits`,
    ...violations.slice(0, shownViolations).flatMap((violation) => describe(violation, history)),
  ]
  return lines.join('\n')
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
