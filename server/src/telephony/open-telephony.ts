import type { Worker } from 'node:worker_threads'
import { NoMediaPort } from '@ringkey/sip'
import type { ActiveAlarms, Alarm } from '../alarms/active-alarms.ts'
import { type AlarmKind, alarmTable } from '../alarms/alarm-table.ts'
import { type Clock, minuteMs, secondMs } from '../platform/clock.ts'
import { closeLocally, listenLocally } from '../platform/local-socket.ts'
import type { Log } from '../platform/log.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { ConfirmationNumberRecord } from '../storage/queries/operator.ts'
import type { TrunkRecord } from '../storage/queries/trunks.ts'
import { callMetrics } from './call-metrics.ts'
import { captureApi } from './capture/capture-socket.ts'
import { capturesBy } from './capture/captures.ts'
import { atPort, ensureDemoTrunk, simulatorTrunk } from './demo-trunk.ts'
import { openDemoPhone } from './handset/open-demo-phone.ts'
import { IncomingCalls } from './incoming-calls.ts'
import { judgePool } from './pool/caller-range.ts'
import { OwnVoices } from './prompts/own-voices.ts'
import { keepTraits, routeReader } from './routing/keep-counts.ts'
import type { SipTrunk } from './sip-thread/messages.ts'
import type { SipSettings } from './sip-thread/sip-settings.ts'
import { sipTally } from './sip-thread/sip-tally.ts'
import { SipThread, SipThreadError } from './sip-thread/thread-handle.ts'
import { Switchboard, type SwitchboardDeps } from './switchboard.ts'
import type { InboundCalls } from './telephony.ts'
import { placeTestCall, type TestCall, type TestCallDeps } from './test-call.ts'
import { trunkEvents } from './trunk-faults.ts'
import type { LadderStep } from './trunks/ladder-step.ts'
import { reachabilityFault } from './trunks/reach.ts'
import { openPassword } from './trunks/trunk-settings.ts'

export interface TelephonyDeps extends TestCallDeps {
  readonly dataFolder: string
  /** A keyed hash of a calling number, by which its calls are counted. */
  readonly callerHashOf: (callerNumber: string, isCodeHidden: boolean) => string
  readonly clock: Clock
  readonly log: Log
  readonly alarms: ActiveAlarms
  readonly metrics: Metrics
  /** The SIP thread, if it was made before the settings were known. */
  readonly sipThread?: Worker | undefined
  readonly wantedQuality: () => number
  /** Whether the demo is on. Once it is off, it stays off. */
  readonly isDemo: () => boolean
  /** How long a message to the SIP thread and back has just taken; measured while calls are placed. */
  readonly onSipDelay: (delayMs: number) => void
  /** The SIP thread died; only a restart of the process helps. */
  readonly onFatal: (error: Error) => void
}

export type OpenedTelephony = Awaited<ReturnType<typeof openTelephony>>

/** Starts the SIP thread, and the simulated carrier while the demo is on. */
export async function openTelephony(deps: TelephonyDeps) {
  const { store, clock, random, log, isDemo } = deps
  const metrics = callMetrics(deps.metrics)
  const alarm = alarmBell(deps)
  const incoming = new IncomingCalls({
    metrics,
    trunkNamed: (name) => switchboard.trunks.find((trunk) => trunk.name === name),
    alarm,
    onError: (error) =>
      log.error({ event: 'incoming-call-failed', err: error }, 'an incoming call could not be handled'),
    async decide(id, spoken) {
      await voices.arrive(spoken?.voices ?? [])
      const thanks = spoken && { language: spoken.language, voices: spoken.voices.map(({ key }) => key) }
      sip.send({ kind: 'decide-incoming', id, thanks })
    },
  })
  if (isDemo()) await ensureDemoTrunk(store, clock.now())
  const { dataFolder } = deps
  const serviceAddress = () => `${reachable(deps.sip.listen[0]!.host)}:${sip.port}`
  let phone = isDemo() ? await openDemoPhone({ dataFolder, clock, log, serviceAddress }) : undefined

  let counts: Readonly<Record<string, number>> = {}
  let faults = 0
  const sip: SipThread = await openSip(deps, {
    onEvent(event) {
      switchboard.take(event)
      incoming.take(event)
      if (event.kind === 'options') noteSimulator()
      if (event.kind === 'public-address')
        log.info(
          { event: 'public-address', trunk: event.trunk, address: event.address },
          'a trunk sees us by another address',
        )
      if (event.kind === 'counters') {
        counts = event.counts
        metrics.countSip(event.counts)
      }
      if (event.kind === 'captured') captures.take(event)
      if (event.kind === 'fault') {
        faults += 1
        log.error({ event: 'sip-fault', fault: event.fault }, 'the SIP stack failed on a message')
      }
    },
    onDelay: deps.onSipDelay,
    onCrash(error) {
      switchboard.abandon()
      deps.onFatal(error)
    },
  })
  if (sip.cutBuffer !== undefined)
    log.warn(
      { event: 'udp-buffer-small', ...sip.cutBuffer },
      'the kernel granted a small UDP receive buffer: raise net.core.rmem_max',
    )
  const captures = capturesBy((command) => sip.send(command), clock)
  const captureServer = await listenLocally(dataFolder, 'capture', captureApi(captures.make), log)
  const voices = new OwnVoices({
    store,
    send: (key, pieces) => sip.send({ kind: 'voice', key, pieces }),
    isInUse: (key) => switchboard.usesVoice(key),
    onError: (error) =>
      log.warn(
        { event: 'recordings-missing', err: error },
        'recordings could not be read: calls have the voice below',
      ),
  })
  const switchboard = new Switchboard({
    clock,
    random,
    metrics,
    isShared: store.isShared,
    wantedQuality: deps.wantedQuality,
    callerHashOf: deps.callerHashOf,
    voices,
    send: (command) => sip.send(command),
    onDemoCall: (call) => phone?.handset.expect(call),
    alarm,
  })

  const reached = Promise.withResolvers<void>()
  const noteSimulator = () => {
    if (switchboard.simulatorAnswered()) reached.resolve()
  }

  let trunks: SipTrunk[] = []
  /** Of several nodes one registers a trunk; each node has its own Contact. */
  const orderTrunks = () =>
    sip.send({
      kind: 'trunks',
      trunks: trunks.map((trunk) => {
        const register = trunk.settings.register && switchboard.shared.registers(trunk.name)
        return { ...trunk, settings: { ...trunk.settings, register } }
      }),
    })
  const unusable = new Map<string, string>()
  const located = (record: TrunkRecord) =>
    record.name === simulatorTrunk && record.demo && phone !== undefined
      ? atPort(record, phone.carrierPort)
      : record
  const reload = async () => {
    const ending = isDemo() ? undefined : phone
    if (ending !== undefined) phone = undefined
    const [records, ranges, quarantines, contracts, confirmationNumbers] = await Promise.all([
      store.trunks(),
      store.callerRanges(),
      store.numberQuarantines(),
      store.numberContracts(),
      store.confirmationNumbers(),
    ])
    const present = records.filter(({ demo }) => phone !== undefined || !demo).map(located)
    unusable.clear()
    trunks = present.flatMap((record) => {
      const trunk = sipTrunk(record, confirmationNumbers, deps)
      if (typeof trunk !== 'string') return [trunk]
      log.error({ event: 'trunk-unusable', trunk: record.name }, `the trunk is not used: ${trunk}`)
      unusable.set(record.name, trunk)
      return []
    })
    orderTrunks()
    switchboard.load(
      present.filter(({ name }) => trunks.some((trunk) => trunk.name === name)),
      ranges,
      quarantines,
      contracts,
    )
    orderTrunks()
    await ending?.close()
    noteSimulator()
    warnOfSmallPool(switchboard, log)
  }
  await reload()
  const readRoutes = routeReader(store)
  const keepLearned = async () => {
    await keepTraits(store, switchboard.trunks)
    await readRoutes(switchboard.trunks, clock.now())
  }
  await keepLearned()
  const traitTimer = clock.every(traitPeriodMs, keepLearned, (error) =>
    log.error({ event: 'task-failed', task: 'traits of trunks', err: error }, 'a background task failed'),
  )

  return {
    telephony: switchboard,
    sipPort: sip.port,
    /** The carrier of demo mode and its handset. */
    get phone() {
      return phone
    },
    /** Resolves when the simulated carrier has answered for the first time; at once when there is none to probe. */
    simulatorReached: reached.promise,
    /** This node's share of the trunks. */
    shared: switchboard.shared,
    /** Problems on the SIP sockets since the start; the SIP thread reports them every 10 s. */
    get sip() {
      return sipTally(counts, faults)
    },
    /** The set of trunks that this node registers has changed. */
    orderTrunks,
    /** Trunks that are switched on but cannot be used now. */
    troubledTrunks: () => switchboard.troubledTrunks(),
    /** Trunks with unusable settings, with the fault in words. */
    unusable: unusable as ReadonlyMap<string, string>,
    /** One test call over a trunk with all its SIP messages; undefined when the trunk has no caller number. */
    testCall: ({ record, ...call }: TestCall, onStep: (step: LadderStep) => void) =>
      placeTestCall(deps, { ...call, record: located(record) }, onStep),
    /** A trunk as its test calls it: the simulated carrier has another port at every start. */
    located,
    /** The result of the next call over a trunk. */
    nextIncoming: (trunk: string, signal: AbortSignal) => incoming.next(trunk, signal),
    /** The last SIP messages with a trunk or of some calls, as a file for Wireshark. */
    capture: captures.make,
    /** Sets the receiver that matches and confirms incoming calls. */
    serveInbound: (calls: InboundCalls) => incoming.serve(calls),
    /** Trunks or numbers have changed in the store. */
    reload,
    async close() {
      traitTimer.cancel()
      await closeLocally(captureServer)
      switchboard.abandon()
      await sip.close()
      await keepLearned()
      await phone?.close()
    },
  }
}

/** The address at which the handset of this machine reaches a SIP thread that listens on a wildcard. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

type Handlers = Parameters<typeof SipThread.start>[1]

/** In a new installation whose SIP port is in use, another port is used: only the simulator needs to know it. */
async function openSip(deps: TelephonyDeps, handlers: Handlers): Promise<SipThread> {
  const data = { settings: deps.sip }
  try {
    return await SipThread.start(data, handlers, deps.sipThread)
  } catch (error) {
    const isTaken = error instanceof SipThreadError && error.code === 'EADDRINUSE'
    const isPractice = deps.isDemo() && (await deps.store.trunks()).every(({ demo }) => demo)
    if (!isTaken || !isPractice) throw explained(error, deps.sip)
    deps.log.warn(
      { event: 'sip-port-taken', port: deps.sip.port },
      'the SIP port is taken: the demo uses a free one (RINGKEY_SIP_PORT)',
    )
    return SipThread.start({ ...data, settings: { ...deps.sip, port: 0 } }, handlers)
  }
}

function explained(error: unknown, { listen, port, rtpPorts }: SipSettings): unknown {
  if (!(error instanceof SipThreadError)) return error
  const hosts = listen.map(({ host }) => host).join(' and ')
  const { firstPort, lastPort } = rtpPorts
  const explanation =
    error.code === NoMediaPort.name
      ? `Speech (RTP) cannot listen on ${hosts}, ports ${firstPort} to ${lastPort}: ${error.message}. Choose others with RINGKEY_RTP_PORTS.`
      : `SIP cannot listen on ${hosts}, port ${port}: ${error.message}. Choose others with RINGKEY_SIP_HOST and RINGKEY_SIP_PORT.`
  return new SipThreadError(explanation, error.code)
}

const numbersOf = (records: readonly ConfirmationNumberRecord[]) => records.map(({ number }) => number)

/** Returns a text with the reason when the trunk cannot be used. */
function sipTrunk(
  record: TrunkRecord,
  confirmationNumbers: readonly ConfirmationNumberRecord[],
  { sip, sealer }: TelephonyDeps,
): SipTrunk | string {
  const { name, settings, sealedPassword } = record
  const fault = reachabilityFault(
    sip.listen.map(({ host }) => host),
    settings,
  )
  if (fault !== undefined) return fault
  try {
    const password = sealedPassword === null ? undefined : openPassword(sealer, name, sealedPassword)
    const own = confirmationNumbers.filter(({ trunks }) => trunks.includes(name))
    const thanked = confirmationNumbers.filter(
      ({ thanks, trunks, demo }) =>
        thanks && demo === record.demo && (trunks.length === 0 || trunks.includes(name)),
    )
    return { name, settings, password, numbers: numbersOf(own), thanked: numbersOf(thanked) }
  } catch {
    return 'its password cannot be unsealed: set it again'
  }
}

/** A faulty trunk fails with every call, so each kind of fault is logged once a minute. */
function alarmBell({ clock, log, alarms }: TelephonyDeps): SwitchboardDeps['alarm'] {
  const rungAtMs = new Map<string, number>()
  return (event, facts) => {
    const { trunk, ladder: _, ...figures } = facts
    // A busy machine delays the speech over every trunk.
    const subject = event === 'speech-late' ? '' : String(trunk)
    if (event in alarmTable) alarms.report(event as AlarmKind, subject, figures as Alarm['facts'])
    const key = `${event} ${trunk}`
    if (clock.monotonicMs() - (rungAtMs.get(key) ?? Number.NEGATIVE_INFINITY) < minuteMs) return
    if (rungAtMs.size >= maxAlarmKinds) rungAtMs.clear()
    rungAtMs.set(key, clock.monotonicMs())
    log.warn({ event, ...facts }, trunkEvents[event])
  }
}

const maxAlarmKinds = 1_000
/** The interval at which learned trunk traits are stored, and those of other nodes and the quality of routes are read. */
const traitPeriodMs = 5 * secondMs

function warnOfSmallPool(switchboard: Switchboard, log: Log): void {
  if (switchboard.trunks.every(({ demo }) => demo)) return
  const codes = switchboard.showableCodes(false)
  const verdict = judgePool(codes, false)
  if (verdict === 'alarm')
    log.warn({ event: 'few-codes', codes }, 'the caller pool shows few codes: they can be guessed')
  if (verdict === 'refuse')
    log.error({ event: 'too-few-codes', codes }, 'the caller pool shows too few codes: none are drawn')
}
