import { writeFileSync } from 'node:fs'
import { maskPhone } from '../../calls/phone-privacy.ts'
import { record as recordAction } from '../../operations/perform.ts'
import { checkNames, findingText, trunkReportText } from '../../operations/trunk-report.ts'
import { findTrunk, noTrunk } from '../../operations/trunks.ts'
import type { Clock } from '../../platform/clock.ts'
import { systemRandom } from '../../platform/random.ts'
import { type AllWaysDeps, checkAllWays } from '../../telephony/all-ways/check-all-ways.ts'
import type { Request } from '../../telephony/all-ways/trunk-check.ts'
import { simulatorTrunk } from '../../telephony/demo-trunk.ts'
import { ladderLine } from '../../telephony/trunks/ladder-step.ts'
import type { Report } from '../command.ts'
import { CommandFailed } from '../failures.ts'
import type { TrunkTestContext } from './trunk-test.ts'

// `ringkey trunk test NAME --all-ways`: every way that calls use a trunk, and a report for the carrier.

export interface AllWaysTest {
  readonly name: string
  /** The number as typed; without it no call is placed. */
  readonly phone: string | undefined
  /** Also writes the report to this file, and the received audio to the same path with `.wav` appended. */
  readonly file: string | undefined
}

export interface AllWaysDesk
  extends TrunkTestContext,
    Pick<AllWaysDeps, 'nextIncoming' | 'pauseMs' | 'incomingPatienceMs'> {
  readonly clock: Clock
  readonly signal: AbortSignal
}

const requests: Readonly<Record<Request, string>> = {
  'let-it-ring': 'Let the phone ring; do not answer.',
  decline: 'Decline the call on the phone.',
  answer: 'Answer the call and speak, or have an echo service answer it.',
  'call-us': 'Call a confirmation number of this trunk from any phone, within a minute.',
}

export async function testAllWays(
  context: AllWaysDesk,
  { name, phone: typed, file }: AllWaysTest,
): Promise<Report> {
  const record = await findTrunk(context.store, name)
  if (record === undefined) throw noTrunk(name)
  if (record.demo && name === simulatorTrunk)
    throw new CommandFailed(`${name} is the simulated carrier: it is always there (ringkey phone)`)
  const phone = typed === undefined ? undefined : context.numbering.readE164(typed)
  if (typed !== undefined && phone === undefined)
    throw new CommandFailed('--phone: expected a valid number such as 79161234567')
  const phoneMask = phone === undefined ? '' : maskPhone(phone.e164)
  await recordAction(context, { kind: 'trunk-tested', facts: { trunk: name, phoneMask } })
  const [ranges, earlyMedia] = await Promise.all([context.store.callerRanges(), context.store.earlyMedia()])
  const checked = await checkAllWays(
    { ...context, random: context.random ?? systemRandom },
    { record, ranges, earlyMedia, phone, signal: context.signal },
    {
      begun: (way) => context.write(`\n${checkNames[way]}`),
      step: (step) => context.write(ladderLine(step)),
      asks: (request) => context.write(`  ${requests[request]}`),
      heard: (wav) => file !== undefined && writeFileSync(`${file}.wav`, wav, { mode: 0o600 }),
      checked: (way) => context.write(`  ${way.result}: ${findingText(way)}`),
    },
  )
  const text = trunkReportText({ record, phone: phone?.e164, at: context.now(), checked })
  // The report contains addresses of the carrier: it is for the operator to pass on, not for all users of the
  // machine.
  if (file !== undefined) writeFileSync(file, text, { mode: 0o600 })
  const json = checked.map(({ tookMs, ...way }) => ({
    ...way,
    seconds: tookMs / 1000,
    explanation: findingText({ tookMs, ...way }),
  }))
  const hasFailed = checked.some(({ result }) => result === 'failed')
  return { json, text: `\n${text}`, ...(hasFailed ? { failed: true as const } : {}) }
}

const pollMs = 300

/**
 * The running service handles the incoming calls; this command sees them in its metrics. Undefined when no service with
 * these settings runs on this machine.
 */
export async function incomingByMetrics(url: string, clock: Clock): Promise<AllWaysDeps['nextIncoming']> {
  if ((await fatesOf(url, '')) === undefined) return undefined
  return async (trunk, signal) => {
    const before = await fatesOf(url, trunk)
    while (!signal.aborted) {
      for (const [fate, count] of (await fatesOf(url, trunk)) ?? [])
        if (count > (before?.get(fate) ?? 0)) return fate
      await new Promise<void>((resolve) => clock.after(pollMs, resolve))
    }
    return undefined
  }
}

async function fatesOf(url: string, trunk: string): Promise<Map<string, number> | undefined> {
  const text = await fetch(url).then(
    (response) => response.text(),
    () => undefined,
  )
  if (text === undefined) return undefined
  const found = text.matchAll(/^ringkey_incoming_calls_total\{trunk="([^"]*)",fate="([^"]*)"\} (\d+)/gm)
  return new Map(
    [...found].filter(([, of]) => of === trunk).map(([, , fate, count]) => [fate!, Number(count)]),
  )
}
