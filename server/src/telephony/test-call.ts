import type { Recording } from '@ringkey/sip'
import type { Phone } from '../numbering/phone.ts'
import type { Random } from '../platform/random.ts'
import type { Sealer } from '../platform/sealing.ts'
import { type EarlyMediaRecord, earlyMediaRule } from '../storage/queries/trunk-counts.ts'
import type { CallerRangeRecord, TrunkRecord, TrunkSettings } from '../storage/queries/trunks.ts'
import type { Store } from '../storage/store.ts'
import type { CallMode } from './calls/verdict.ts'
import { CallerPool } from './pool/caller-pool.ts'
import { mergeRanges } from './pool/caller-range.ts'
import { speechOfService } from './prompts/own-voices.ts'
import { wholeSpeech } from './prompts/speech.ts'
import { languageOfCountry } from './prompts/voice.ts'
import { earlyMediaRings } from './routing/learned-traits.ts'
import { LiveTrunk } from './routing/live-trunk.ts'
import { findRoutes } from './routing/router.ts'
import type { LegResult, SipEvent, SipTrunk } from './sip-thread/messages.ts'
import { openSip, type SipDeps, type SipEndpoint } from './sip-thread/sip-endpoint.ts'
import type { SipSettings } from './sip-thread/sip-settings.ts'
import type { LadderStep } from './trunks/ladder-step.ts'
import { ladderSteps } from './trunks/trace-ladder.ts'
import { openPassword } from './trunks/trunk-settings.ts'

export interface TestCall {
  readonly record: TrunkRecord
  /** All stored ranges; those of the trunk are selected. */
  readonly ranges: readonly CallerRangeRecord[]
  /** The learned traits of all trunks. */
  readonly earlyMedia: readonly EarlyMediaRecord[]
  readonly phone: Phone
  readonly mode: CallMode
  /** Settings of the trunk that differ for this call. */
  readonly settings?: Partial<TrunkSettings>
  /** Records the received audio. */
  readonly records?: boolean
  /** Gives up the call. */
  readonly signal?: AbortSignal
}

export interface TestCallDeps {
  readonly sip: SipSettings
  /** Of the recordings of the installation. */
  readonly store: Store
  /** Decrypts the passwords of trunks. */
  readonly sealer: Sealer
  readonly random: Random
}

export interface TestCallResult {
  readonly code: string
  readonly result: LegResult
  /** The number in the trunk's format. */
  readonly caller: string
  /** The speech to play, in A-law. */
  readonly speech: Uint8Array
  /** The received audio, when it was recorded and the call was answered. */
  readonly heard: Recording | undefined
}

/** After the result we wait this long for the last messages. */
const lastWordsMs = 3_000

/**
 * Places one call beside the service, from its own port, over a trunk that may be switched off. Reports every message
 * during the call; undefined when the trunk has no caller number.
 */
export async function placeTestCall(
  deps: TestCallDeps,
  { record, ranges, earlyMedia, phone, mode, signal, ...call }: TestCall,
  onStep: (step: LadderStep) => void,
): Promise<TestCallResult | undefined> {
  const { name } = record
  const routing = routeOf(deps.random, record, ranges, phone.e164, mode)
  if (routing === undefined) return undefined
  const { code, called, caller } = routing
  const decided = Promise.withResolvers<LegResult>()
  /** The channel is free, or the wait has timed out. */
  const released = Promise.withResolvers<void>()
  const take = (event: SipEvent) => {
    if (event.kind === 'decided') {
      decided.resolve(event.result)
      setTimeout(released.resolve, lastWordsMs).unref()
    }
    if (event.kind === 'released') released.resolve()
  }
  let heard: Recording | undefined
  const keep = (recording: Recording) => {
    heard = recording
  }
  const sip = await openTestSip(deps, {
    emit: take,
    trace: ladderSteps(onStep),
    ...(call.records === true ? { onRecording: keep } : {}),
  })
  // SIP is not simply closed: a CANCEL has to wait for the first response (RFC 3261 9.1), or the phone keeps
  // ringing.
  const giveUp = () => sip.send({ kind: 'give-up', id: 1, unlessAnswered: false })
  signal?.addEventListener('abort', giveUp, { once: true })
  // Neither OPTIONS nor REGISTER: the ladder shows only the call.
  const settings = { ...record.settings, ...call.settings, register: false, optionsSeconds: 0 }
  sip.send({ kind: 'trunks', trunks: [{ ...testTrunk(deps, record), settings }] })
  const counts = earlyMedia.find(({ trunk }) => trunk === name)?.counts ?? earlyMediaRule.none
  const rings = earlyMediaRings(settings.earlyMediaIsRinging, counts)
  const language = languageOfCountry(phone.countryIso)
  sip.send({
    kind: 'place',
    id: 1,
    mode,
    code,
    language,
    routes: [{ trunk: name, called, caller, earlyMediaRings: rings, sendsMedia: false }],
    ageMs: 0,
  })
  if (signal?.aborted === true) giveUp()
  const result = await decided.promise
  await released.promise
  signal?.removeEventListener('abort', giveUp)
  await sip.close()
  const speech = wholeSpeech((await speechOfService(deps.store, 0))(language, code))
  return { code, result, caller, speech, heard }
}

/** SIP beside the service, on a free port: the configured port belongs to the running service. */
export async function openTestSip(
  deps: TestCallDeps,
  wanted: Pick<SipDeps, 'emit' | 'trace' | 'onRecording'>,
): Promise<SipEndpoint> {
  return openSip({
    // The configured port belongs to the running service.
    settings: {
      ...deps.sip,
      port: 0,
      listen: deps.sip.listen.map(({ host, advertised }) => ({
        host,
        advertised: advertised && { ...advertised, port: undefined },
      })),
    },
    speechOf: await speechOfService(deps.store, 0),
    ...wanted,
  })
}

/** The trunk with its password in plain text. */
export function testTrunk({ sealer }: TestCallDeps, record: TrunkRecord): SipTrunk {
  const { name, settings, sealedPassword } = record
  const password = sealedPassword === null ? undefined : openPassword(sealer, name, sealedPassword)
  return { name, settings, password, numbers: [], thanked: [] }
}

function routeOf(
  random: Random,
  record: TrunkRecord,
  ranges: readonly CallerRangeRecord[],
  e164: string,
  mode: CallMode,
) {
  const own = ranges.filter(({ trunk }) => trunk === record.name)
  const pool = new CallerPool(mergeRanges(own), random)
  const settings = { ...record.settings, enabled: true, register: false, prefixes: [], routing: {} }
  const trunk = new LiveTrunk({ ...record, settings })
  // Any number is acceptable here, however small the pool is.
  const code = mode === 'voice' ? undefined : pool.drawCode([record.name], e164, 0)
  const request = { e164, mode, code, demo: record.demo, country: '', operator: '' }
  const routing = findRoutes({ trunks: [trunk], pool, random, now: 0, wantedQuality: 1 }, request, 0)
  if (routing.kind !== 'routed') return undefined
  const { called, caller } = routing.routes[0]
  return { code: routing.code, called, caller }
}
