// `ringkey trunk test NAME NUMBER`: one real call, with its SIP messages as a ladder and the result.

import { writeFileSync } from 'node:fs'
import { maskPhone } from '../../calls/phone-privacy.ts'
import type { Numbering, Phone } from '../../numbering/phone.ts'
import { record as recordAction } from '../../operations/perform.ts'
import { checkNames, type TrunkTestRequest } from '../../operations/trunk-check.ts'
import { findingText, trunkReportText } from '../../operations/trunk-report.ts'
import { findTrunk, noTrunk, type TrunkOperating } from '../../operations/trunks.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Sealer } from '../../platform/sealing.ts'
import type { TrunkRecord } from '../../storage/queries/trunks.ts'
import type { CallMode } from '../../telephony/calls/verdict.ts'
import { simulatorTrunk } from '../../telephony/demo-trunk.ts'
import { placeTestCall, type TestCallDeps, type TestCallResult } from '../../telephony/test-call.ts'
import { ladderLine } from '../../telephony/trunks/ladder-step.ts'
import type { Report } from '../command.ts'
import { CommandFailed } from '../failures.ts'
import { metricsText } from '../metrics-text.ts'
import { Samples } from '../top/samples.ts'
import { jsonOf } from '../wording.ts'

export interface TrunkTestContext extends TrunkOperating, TestCallDeps {
  readonly sealer: Sealer
  readonly numbering: Numbering
  /** Receives the ladder line by line during the call. */
  write(line: string): void
}

/** Places one call beside the service, from its own port, over a trunk that may be switched off. */
export async function testTrunk(
  context: TrunkTestContext,
  { name, number, mode }: { readonly name: string; readonly number: string; readonly mode: CallMode },
): Promise<Report> {
  const record = await realTrunk(context, name, 'it rings by itself')
  const phone = readNumber(context, 'NUMBER', number)
  await recordAction(context, {
    kind: 'test-call',
    facts: { trunk: name, phoneMask: maskPhone(phone.e164), mode },
  })
  const result = await placeTestCall(context, { ...(await knownOf(context, record)), phone, mode }, (step) =>
    context.write(ladderLine(step)),
  )
  if (result === undefined)
    throw new CommandFailed(`Trunk ${name} has no number to show: see ringkey pool add`)
  return described(result)
}

const knownOf = async ({ store }: TrunkTestContext, record: TrunkRecord) => ({
  record,
  ranges: await store.callerRanges(),
  earlyMedia: await store.earlyMedia(),
})

async function realTrunk({ store }: TrunkTestContext, name: string, why: string): Promise<TrunkRecord> {
  const record = await findTrunk(store, name)
  if (record === undefined) throw noTrunk(name)
  if (record.demo && name === simulatorTrunk)
    throw new CommandFailed(`${name} is the simulated carrier: ${why} (ringkey phone)`)
  return record
}

function readNumber({ numbering }: TrunkTestContext, field: string, typed: string): Phone {
  const phone = numbering.readE164(typed)
  if (phone === undefined) throw new CommandFailed(`${field}: expected a valid number such as 79161234567`)
  return phone
}

function described({ result, code }: TestCallResult): Report {
  const { verdict, pddMs, ringMs, answered } = result
  const { completed, reason, fault, nextTrunk, suspect } = verdict
  const lines = [
    `Result: ${completed ? 'completed' : 'failed'}, ${reason}${suspect ? ` (suspect: ${reason === 'no audio' ? 'no sign that anybody heard it' : 'voicemail or a false answer'})` : ''}`,
    `  code ${code}; ${pddMs === undefined ? 'no ringing' : `rang ${pddMs} ms after the INVITE, for ${ringMs} ms`}${answered ? '; answered' : ''}`,
    `  fault of the ${fault === 'none' ? 'trunk: none' : fault}; another trunk would ${nextTrunk ? 'be tried' : 'not be tried'}`,
  ]
  const json = jsonOf({ ...verdict, pddMs: pddMs ?? null, ringMs, answered, code })
  return { json, text: lines.join('\n'), ...(completed ? {} : { failed: true as const }) }
}

// `ringkey trunk test NAME --all-ways`: every way that calls use a trunk, and a report for the carrier.

const requests: Readonly<Record<TrunkTestRequest, string>> = {
  'let-it-ring': 'Let the phone ring; do not answer.',
  decline: 'Decline the call on the phone.',
  answer: 'Answer the call and speak, or have an echo service answer it.',
  'call-us': 'Call a confirmation number of this trunk from any phone, within a minute.',
}

type AllWaysDeps = import('../../../../dev/trunk-test/check-all-ways.ts').AllWaysDeps

/** Without a phone no call is placed. `file` gets the report too, and the received audio with `.wav` appended. */
export async function testAllWays(
  context: TrunkTestContext & AllWaysDeps,
  name: string,
  { phone: typed, report: file }: Readonly<Record<'phone' | 'report', string | undefined>>,
  signal: AbortSignal,
): Promise<Report> {
  const record = await realTrunk(context, name, 'it is always there')
  const phone = typed === undefined ? undefined : readNumber(context, '--phone', typed)
  const phoneMask = phone === undefined ? '' : maskPhone(phone.e164)
  await recordAction(context, { kind: 'trunk-tested', facts: { trunk: name, phoneMask } })
  const { checkAllWays } = await import('../../../../dev/trunk-test/check-all-ways.ts')
  const checked = await checkAllWays(
    context,
    { ...(await knownOf(context, record)), phone, signal },
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
  const text = await metricsText(url).catch(() => undefined)
  if (text === undefined) return undefined
  const samples = new Samples([text])
  const counted = 'ringkey_incoming_calls_total'
  const fates = samples.labelValues(counted, 'fate')
  return new Map(fates.map((fate) => [fate, samples.sum(counted, { trunk, fate })]))
}
