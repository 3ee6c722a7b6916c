import type { Server } from 'node:http'
import type { Server as TlsServer } from 'node:https'
import type { Clock } from '../platform/clock.ts'
import type { BackgroundTasks } from './background-tasks.ts'
import type { Domain } from './compose-domain.ts'
import type { Foundation } from './foundation.ts'
import type { Web } from './open-web.ts'

/** A call takes at most a minute, so a stop waits no longer for calls in progress. */
const callsSeconds = 61
/** Clients wait for the next process meanwhile, so their patience bounds it. */
const callsSecondsWhileOthersWait = 10
/** A stop waits this long for responses in progress; a client that is slower has not sent a complete request. */
const answersMs = 3_000
/**
 * The time for everything after the calls, responses included. A database that does not answer would take the rest of the
 * stop several timeouts, one after the other; supervisors kill after 70 s (docs/install.md).
 */
const closingMs = 8_000

interface Running {
  readonly base: Foundation
  readonly domain: Domain
  readonly web: Web
  readonly tasks: BackgroundTasks
  readonly node: { retire(): void; stop(): Promise<void> }
  readonly certificate: { cancel(): void } | undefined
}

/** How a running service ends. */
export function stoppingOf(running: Running) {
  const { log, clock, settings, store } = running.base
  const { work, settler, lookups, verifications } = running.domain
  const handsOver = running.base.deps.sockets !== undefined
  const callsMs =
    1000 * (settings.RINGKEY_DRAIN_SECONDS ?? (handsOver ? callsSecondsWhileOthersWait : callsSeconds))
  let stopping: Promise<void> | undefined
  let isHurried = false

  const stop = async () => {
    // Balancers learn from /readyz that other nodes are to be asked. The embedded store has one node: nobody else is there.
    const lameDuckMs = store.isShared ? settings.RINGKEY_LAME_DUCK_SECONDS * 1000 : 0
    work.announceEnd()
    await waitFor(clock, () => isHurried, lameDuckMs)
    // New connections wait in systemd's socket for the next process. What came before is still served.
    if (handsOver) await sendAway(running, clock, () => isHurried)
    work.refuse()
    // The other nodes serve everything: a proxy without health checks goes on to them only when it cannot connect.
    if (store.isShared) for (const server of running.web.publicServers) server.close()
    // Otherwise reads continue until the last call has ended: clients query the outcome, owners see it in the cabinet. A request
    // that is being admitted now becomes a call, which gets its time too.
    const isBusy = () => work.count + settler.underWay + lookups.underWay + verifications.underWay > 0
    const untilMs = clock.monotonicMs() + callsMs
    await waitFor(clock, () => work.count === 0 || isHurried, callsMs)
    running.node.retire()
    await waitFor(clock, () => !isBusy() || isHurried, untilMs - clock.monotonicMs())
    let isClosed = false
    const closing = close(running, () => isHurried).then(() => {
      isClosed = true
    })
    await Promise.race([closing, waitFor(clock, () => isClosed, closingMs)])
    if (isClosed) return
    log.error(
      { event: 'stop-incomplete' },
      'the database or a peer does not answer: the rest of the stop is left to the end of the process',
    )
  }
  return {
    /** Sends others away, then accepts no new work; calls in progress get time to end; responses are sent. A second call changes nothing. */
    stop() {
      stopping ??= stop()
      return stopping
    },
    /** Ends the wait of a stop in progress: calls that still ring fail, and their money is returned. */
    hurry() {
      isHurried = true
    },
  }
}

/** Ends what listens and waits, so that every client comes again; then each connection as its answer is sent. */
async function sendAway({ web, domain }: Running, clock: Clock, isHurried: () => boolean): Promise<void> {
  web.cabinet.endStreams()
  domain.verifications.endWaits()
  await closeServers(web.publicServers, clock, isHurried)
}

async function close({ base, domain, web, tasks, node, certificate }: Running, isHurried: () => boolean) {
  const { store, clock, log } = base
  const { verifications, incoming, velocity, lookups, sip } = domain
  const { cabinet, servers } = web
  const unlessItFails = (write: Promise<unknown> | undefined, lost: string) =>
    write?.catch((error: Error) => log.error({ event: 'stop-incomplete', err: error }, lost))

  cabinet.endStreams()
  verifications.endWaits()
  // Webhooks that are being sent may end meanwhile.
  const sent = incoming.stop()
  await Promise.all([closeServers(servers, clock, isHurried), tasks.cancel()])
  for (const server of servers) server.closeAllConnections()
  certificate?.cancel()
  domain.numberingData.close()
  // Side by side: the calls that still ring are cancelled also when the database answers none of these writes.
  await Promise.all([
    unlessItFails(domain.requestTimes.write(store), 'request times were not written'),
    unlessItFails(web.requestLog?.write(store), 'the last requests were not written to their log'),
    unlessItFails(velocity.write(), 'calls by destination were not written'),
    unlessItFails(base.accessLog.write(true), 'refused sign-ins and keys were not written'),
    unlessItFails(lookups.countCharged(), 'the last paid look-ups are missing in the metrics'),
    cabinet.close(),
    verifications.close(),
    unlessItFails(sip.opened?.close(), 'what was learned of the trunks was not written'),
  ])
  await unlessItFails(node.stop(), 'the node stays on the list as lost')
  await sent
  await store.close()
  await base.deps.telemetry?.close()
  base.lock.release()
}

const pollMs = 20

/** Accepts nothing more and waits until all is answered or the time is over; idle connections are closed in the meantime. */
async function closeServers(
  servers: readonly (Server | TlsServer)[],
  clock: Clock,
  isHurried: () => boolean,
): Promise<void> {
  let answered = false
  void Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve)))).then(() => {
    answered = true
  })
  const closeIdle = () => {
    for (const server of servers) server.closeIdleConnections()
  }
  await waitFor(clock, () => answered || isHurried(), answersMs, closeIdle)
}

async function waitFor(
  clock: Clock,
  isDone: () => boolean,
  timeoutMs: number,
  meanwhile: () => void = () => {},
): Promise<void> {
  const untilMs = clock.monotonicMs() + timeoutMs
  while (!isDone() && clock.monotonicMs() < untilMs) {
    meanwhile()
    await new Promise<void>((resolve) => clock.after(pollMs, resolve))
  }
}
