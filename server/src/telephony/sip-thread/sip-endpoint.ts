import {
  type Advertised,
  type Audio,
  type Clock,
  cachedResolver,
  type ListenOn,
  openTransports,
  type Random,
  type Recording,
  systemClock,
  systemResolver,
  type Trace,
  UserAgent,
} from '@ringkey/sip'
import { systemClock as serviceClock } from '../../platform/system-clock.ts'
import { failed } from '../calls/verdict.ts'
import type { HeldShare } from '../limits/share.ts'
import type { Speech } from '../prompts/speech.ts'
import type { Pieces, VoiceLanguage } from '../prompts/voice.ts'
import { IncomingInvites } from './incoming-invites.ts'
import { knownPeers } from './known-peers.ts'
import { type KeptMessage, MessageRing } from './message-ring.ts'
import type { PlaceCommand, SipCommand, SipEvent, SipTrunk } from './messages.ts'
import { type CallDeps, SipCall } from './sip-call.ts'
import { type LegDeps, SipLeg } from './sip-leg.ts'
import { openSipMedia, unbracketed } from './sip-media.ts'
import type { ListenAddress, SipSettings } from './sip-settings.ts'
import { TrunkAddresses } from './trunk-addresses.ts'
import { TrunkPaces } from './trunk-paces.ts'
import { askBindings, TrunkRegistrations } from './trunk-registrations.ts'
import { isWatched, TrunkWatch } from './trunk-watch.ts'

export interface SipDeps {
  readonly settings: SipSettings
  speechOf(language: VoiceLanguage, code: string, voices?: readonly string[]): Speech
  /** What a caller who has confirmed hears; undefined: there is no recording of it. */
  thanksOf?(language: VoiceLanguage, voices?: readonly string[]): Audio | undefined
  /** null: they are forgotten. */
  keepVoice?(key: string, pieces: Pieces | null): void
  emit(event: SipEvent): void
  readonly clock?: Clock
  /** The main thread renews through this how long this node's share of the trunks is valid. */
  readonly monotonicMs?: () => number
  readonly random?: Random
  readonly trace?: Trace
  /** Records the audio of voice and mix calls, and reports it at the end of the call: only for test calls. */
  readonly onRecording?: (recording: Recording) => void
}

/** The SIP and RTP side of the service. */
export type SipEndpoint = Awaited<ReturnType<typeof openSip>>

/** The interval at which names are looked up again. */
const relearnMs = 60_000
/** The interval at which counters are reported to the metrics. */
const countersPeriodMs = 10_000
/** More concurrent calls than this are refused here, whatever the trunks allow. Each keeps about 11 kB here. */
const maxCalls = 60_000

export async function openSip(deps: SipDeps) {
  const { settings, emit } = deps
  const clock = deps.clock ?? systemClock
  const random = deps.random === undefined ? {} : { random: deps.random }
  let trunks = new Map<string, SipTrunk>()
  const peers = knownPeers(clock)
  const transports = await openTransports({
    clock,
    listen: settings.listen.flatMap((address) => listenAt(address, settings.port)),
    ...(settings.tls === undefined ? {} : { tls: settings.tls }),
    onFault: (fault) => emit({ kind: 'fault', fault: faultText(fault) }),
    caFileFor: (name) => caFileOf([...trunks.values()], name),
    knows: (address) => peers.admits({ address }),
  })
  const resolver = cachedResolver(systemResolver(settings.nameServers), clock)
  const addresses = new TrunkAddresses(resolver)
  const media = await openSipMedia(settings, { resolver, clock, ...random })
  const incoming = new IncomingInvites({
    clock,
    emit,
    thanksFor({ name, settings: ofTrunk }, { language, voices }) {
      const speech = deps.thanksOf?.(language, voices)
      if (speech === undefined) return undefined
      const address = unbracketed(publicAddresses.get(name)?.host)
      return { speech, media: media.towards(addresses.of(name)).media, address, settings: ofTrunk, clock }
    },
  })
  const ring = new MessageRing(clock)
  const agent = new UserAgent({
    transport: peers.watch(transports),
    resolver,
    clock,
    ...random,
    name: 'Ringkey',
    learnsAddress: settings.listen.every(({ advertised }) => advertised === undefined),
    trace: (event) => {
      ring.add(event)
      deps.trace?.(event)
    },
    admits: (source) => peers.admits(source),
    onForeignAnswer: ({ address }, asked) => {
      const trunk = addresses.trunkOf(asked)
      if (trunk !== undefined) emit({ kind: 'foreign-answer', trunk: trunk.name, address })
    },
    onCall: (call) => incoming.take(call, addresses.trunksAt(call.source)),
  })
  const watches = new Map<string, TrunkWatch>()
  const publicAddresses = new Map<string, Advertised>()
  const onSeen = (trunk: string, seen: Advertised | undefined) => {
    const known = publicAddresses.get(trunk)
    if (known?.host === seen?.host && known?.port === seen?.port) return
    if (seen === undefined) publicAddresses.delete(trunk)
    else publicAddresses.set(trunk, seen)
    emit({ kind: 'public-address', trunk, address: seen === undefined ? '' : `${seen.host}:${seen.port}` })
    registrations.noteMoved(trunk)
  }
  const registrations = new TrunkRegistrations({ agent, clock, emit, onSeen })
  const onAnswer = (trunk: string, isBack: boolean) => registrations.noteAnswer(trunk, isBack)
  const calls = new Map<number, SipCall>()
  let notifyQuiet = () => {}
  const paces = new TrunkPaces(clock, deps.monotonicMs ?? serviceClock.monotonicMs)
  const legDeps: LegDeps = {
    agent,
    clock: agent.clock,
    paces,
    mediaOf: (trunk) => media.towards(addresses.of(trunk)),
    serviceRouteOf: (trunk) => registrations.serviceRouteOf(trunk),
    publicHostOf: (trunk) => unbracketed(publicAddresses.get(trunk)?.host),
    ...(deps.onRecording === undefined ? {} : { onRecording: deps.onRecording }),
    onHeard: (trunk, server) => watches.get(trunk)?.noteHeard(server),
    onDetour: (trunk, contact) => emit({ kind: 'contact-unreachable', trunk, contact }),
    onRefused: (trunk, status) => registrations.noteRefusal(trunk, status),
  }
  const callDeps: CallDeps = {
    clock: agent.clock,
    openLeg: (trunk, route, notify) => new SipLeg(legDeps, trunk, route, notify),
    emit,
    speechOf: (language, code, voices) => deps.speechOf(language, code, voices),
    trunk: (name) => trunks.get(name),
    over(id) {
      calls.delete(id)
      if (calls.size === 0) notifyQuiet()
    },
  }

  const learn = async () => peers.trust(await addresses.learn([...trunks.values()]))
  const relearn = () => {
    void learn()
    relearnTimer = clock.after(relearnMs, relearn)
  }
  let relearnTimer = clock.after(relearnMs, relearn)

  const count = () => {
    emit({ kind: 'counters', counts: { ...transports.counts, ...agent.counters } })
    countTimer = clock.after(countersPeriodMs, count)
  }
  let countTimer = clock.after(countersPeriodMs, count)

  const setTrunks = (list: readonly SipTrunk[]) => {
    trunks = new Map(list.map((trunk) => [trunk.name, trunk]))
    paces.load(list)
    void learn()
    for (const name of publicAddresses.keys()) if (!trunks.has(name)) publicAddresses.delete(name)
    registrations.load(list)
    for (const [name, watch] of watches) {
      const trunk = trunks.get(name)
      if (trunk !== undefined && isWatched(trunk) && watch.fits(trunk)) continue
      watch.stop()
      watches.delete(name)
    }
    for (const trunk of list) {
      if (isWatched(trunk) && !watches.has(trunk.name))
        watches.set(trunk.name, new TrunkWatch({ agent, clock, emit, onAnswer, onSeen }, trunk))
    }
  }
  const place = (command: PlaceCommand) => {
    if (calls.size >= maxCalls) return void refuse(command)
    const call = new SipCall(callDeps, command)
    if (!call.isOver) calls.set(command.id, call)
  }
  const hold = (held: HeldShare) => {
    const isWithin = paces.hold(held)
    emit({ kind: 'share-known', version: held.version, isWithin })
  }
  const capture = ({ id, trunk, callIds }: CaptureCommand) => {
    const isWanted = ({ peer, bytes }: KeptMessage) =>
      (trunk === undefined || addresses.trunkOf(peer)?.name === trunk) &&
      (callIds === undefined || callIds.includes(callIdIn(bytes)))
    const messages = [...ring.kept().filter(isWanted)].map((message) => {
      const { transport, address } = message.peer
      return { ...message, own: transports.advertised(transport, address)! }
    })
    emit({ kind: 'captured', id, messages })
  }
  const refuse = ({ id }: PlaceCommand) => {
    emit({ kind: 'released', id, leg: 0 })
    emit({ kind: 'settled', id, verdict: failed('trunk full') })
  }

  return {
    port: transports.advertised('udp')!.port,
    receiveBuffer: transports.receiveBuffer,
    send(command: SipCommand): void {
      if (command.kind === 'trunks') setTrunks(command.trunks)
      else if (command.kind === 'share') hold(command.held)
      else if (command.kind === 'place') place(command)
      else if (command.kind === 'capture') capture(command)
      else if (command.kind === 'echo') emit(command)
      else if (command.kind === 'decide-incoming') incoming.decide(command.id, command.thanks)
      else if (command.kind === 'voice') deps.keepVoice?.(command.key, command.pieces)
      else if (command.kind === 'give-up') calls.get(command.id)?.stop(command.unlessAnswered)
      else calls.get(command.id)?.claimed(command.leg, command.granted)
    },
    /** Queries the registrar of a trunk for its contacts, without changing them (RFC 3261 10.2.3). */
    askBindings: (trunk: SipTrunk) => askBindings(agent, trunk),
    /** Ends every call and every registration. */
    async close(): Promise<void> {
      relearnTimer.clear()
      countTimer.clear()
      const allOver = new Promise<void>((resolve) => {
        notifyQuiet = resolve
      })
      for (const call of calls.values()) call.stop()
      paces.close()
      if (calls.size === 0) notifyQuiet()
      for (const watch of watches.values()) watch.stop()
      await Promise.race([
        Promise.all([allOver, registrations.close()]),
        new Promise<void>((resolve) => clock.after(closePatienceMs, resolve)),
      ])
      media.close()
      await agent.close()
    },
  }
}

type CaptureCommand = Extract<SipCommand, { kind: 'capture' }>

/** The header may be written in its compact form. */
function callIdIn(bytes: Uint8Array): string {
  return /^(?:Call-ID|i)[ \t]*:[ \t]*(\S+)/im.exec(Buffer.from(bytes).toString('latin1'))?.[1] ?? ''
}

/** Peers that do not answer do not delay the stop; by then a lost BYE was sent twice more. */
const closePatienceMs = 2_000

/** The stack has only files and lines; the error message may quote a peer's message, with numbers in it. */
function faultText(fault: unknown): string {
  if (!(fault instanceof Error)) return typeof fault
  return [fault.name, ...(fault.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))]
    .slice(0, 6)
    .join(' ')
}

/** Trunks are distinguished by the name that TLS proves: that of the server to which everything is sent. */
function caFileOf(trunks: readonly SipTrunk[], tlsName: string): string | undefined {
  const trunk = trunks.find(({ settings: { transport, host, proxy } }) => {
    const server = proxy === null ? host : proxy.replace(/:\d+$/, '')
    return transport === 'tls' && unbracketed(server) === tlsName
  })
  return trunk?.settings.caFile ?? undefined
}

function listenAt({ host, advertised }: ListenAddress, port: number): ListenOn[] {
  const advertisedAs = (offset: number) => ({
    ...(advertised === undefined ? {} : { advertisedHost: advertised.host }),
    ...(advertised?.port === undefined ? {} : { advertisedPort: advertised.port + offset }),
  })
  const tlsPort = port === 0 ? 0 : port + 1
  return [
    { transport: 'udp', address: host, port, ...advertisedAs(0) },
    { transport: 'tcp', address: host, port, ...advertisedAs(0) },
    { transport: 'tls', address: host, port: tlsPort, ...advertisedAs(1) },
  ]
}
