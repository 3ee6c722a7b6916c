// `ringkey trunk test NAME NUMBER`: one real call, its dialogue as a ladder and what it means.
import type { Numbering } from '../../numbering/phone.ts'
import { type Random, systemRandom } from '../../platform/random.ts'
import type { TrunkRecord } from '../../storage/trunk-records.ts'
import type { CallMode } from '../../telephony/calls/verdict.ts'
import { type LineSettings, openLine } from '../../telephony/line/line.ts'
import type { LegReport, LineReport } from '../../telephony/line/messages.ts'
import { CallerPool } from '../../telephony/pool/caller-pool.ts'
import { mergeRanges } from '../../telephony/pool/caller-range.ts'
import { NumberUse } from '../../telephony/pool/number-use.ts'
import { RecentCodes } from '../../telephony/pool/recent-codes.ts'
import { PromptLibrary } from '../../telephony/prompts/library.ts'
import { languageOfCountry } from '../../telephony/prompts/voice.ts'
import { LiveTrunk } from '../../telephony/routing/live-trunk.ts'
import { findRoutes } from '../../telephony/routing/router.ts'
import { openPassword } from '../../telephony/trunks/trunk-password.ts'
import { Ladder } from './ladder.ts'
import { find, refused, type TrunkDesk, type TrunkReport, unknown } from './trunk-commands.ts'

export interface TrunkTest {
  readonly name: string
  /** E.164 digits of the phone that is to ring. */
  readonly number: string
  readonly mode: CallMode
}

export interface TrunkTestDesk extends TrunkDesk {
  readonly numbering: Numbering
  readonly line: LineSettings
  readonly dataFolder: string
  /** Takes the ladder line by line, while the call goes on. */
  write(line: string): void
  readonly random?: Random
}

/** After the result the line waits so long for the last messages of the dialogue. */
const lastWordsMs = 3_000

/** Places one call beside the service, from a port of its own, over a trunk that may be switched off. */
export async function testTrunk(
  desk: TrunkTestDesk,
  { name, number, mode }: TrunkTest,
): Promise<TrunkReport> {
  const record = await find(desk, name)
  if (record === undefined) return unknown(name)
  if (record.demo) return refused(`${name} is the simulated carrier: it rings by itself (ringkey phone)`)
  const phone = desk.numbering.readE164(number)
  if (phone === undefined) return refused('NUMBER: expected a valid number such as 79161234567')
  const routing = await routeOf(desk, record, phone.e164, mode)
  if (routing === undefined) return refused(`Trunk ${name} has no number to show: see ringkey pool add`)

  const ladder = new Ladder(desk.write)
  const told = new Told()
  const prompts = new PromptLibrary(desk.dataFolder)
  const line = await openLine({
    // The port of the settings belongs to the running service.
    settings: {
      ...desk.line,
      port: 0,
      advertised: desk.line.advertised && { ...desk.line.advertised, port: undefined },
    },
    speechOf: (language, code) => prompts.speechOf(language, code),
    report: (report) => told.take(report),
    trace: (event) => ladder.add(event),
  })
  const password =
    record.sealedPassword === null ? undefined : openPassword(desk.sealer, name, record.sealedPassword)
  // Neither OPTIONS nor REGISTER: the ladder shows the call alone.
  const settings = { ...record.settings, register: false, optionsSeconds: 0 }
  line.order({ kind: 'trunks', trunks: [{ name, settings, password }] })
  line.order({
    kind: 'place',
    id: 1,
    mode,
    code: routing.code,
    language: languageOfCountry(phone.countryIso),
    routes: [{ trunk: name, called: routing.called, caller: routing.caller }],
    ageMs: 0,
  })
  const report = await told.decided
  await told.released
  await line.close()
  return described(report, routing.code)
}

async function routeOf(
  { store, random = systemRandom }: TrunkTestDesk,
  record: TrunkRecord,
  e164: string,
  mode: CallMode,
) {
  const ranges = (await store.callerRanges()).filter(({ trunk }) => trunk === record.name)
  const pool = new CallerPool(mergeRanges(ranges), random, new NumberUse(), new RecentCodes())
  const settings = { ...record.settings, enabled: true, register: false, prefixes: [] }
  const trunk = new LiveTrunk({ ...record, settings })
  // Any number will do here, however few there are.
  const code = mode === 'voice' ? undefined : pool.drawCode([record.name], e164, 0)
  const routing = findRoutes({ trunks: [trunk], pool, random }, { e164, mode, code, demo: false }, 0)
  if (routing.kind !== 'routed') return undefined
  const { called, caller } = routing.routes[0]
  return { code: routing.code, called, caller }
}

/** What the line says, as promises. */
class Told {
  readonly decided: Promise<LegReport>
  /** The channel is free, or it takes too long. */
  readonly released: Promise<void>
  readonly #decide: (report: LegReport) => void
  readonly #release: () => void

  constructor() {
    const decided = Promise.withResolvers<LegReport>()
    const released = Promise.withResolvers<void>()
    this.decided = decided.promise
    this.released = released.promise
    this.#decide = decided.resolve
    this.#release = released.resolve
  }

  take(report: LineReport): void {
    if (report.kind === 'decided') {
      this.#decide(report.report)
      setTimeout(this.#release, lastWordsMs).unref()
    }
    if (report.kind === 'released') this.#release()
  }
}

function described({ verdict, pddMs, ringMs, answered }: LegReport, code: string): TrunkReport {
  const { completed, reason, fault, nextTrunk, suspect } = verdict
  const lines = [
    `Result: ${completed ? 'completed' : 'failed'}, ${reason}${suspect ? ' (suspect: voicemail or a false answer)' : ''}`,
    `  code ${code}; ${pddMs === undefined ? 'no ringing' : `rang ${pddMs} ms after the INVITE, for ${ringMs} ms`}${answered ? '; answered' : ''}`,
    `  fault of the ${fault === 'none' ? 'trunk: none' : fault}; another trunk would ${nextTrunk ? 'be tried' : 'not be tried'}`,
  ]
  const json = {
    completed,
    reason,
    fault,
    next_trunk: nextTrunk,
    suspect,
    pdd_ms: pddMs ?? null,
    ring_ms: ringMs,
    answered,
    code,
  }
  return { json, text: lines.join('\n'), ...(completed ? {} : { failed: true as const }) }
}
