// `ringkey trunk test NAME --all-ways`: every way that calls use a trunk, and a report for the carrier.
import { writeFileSync } from 'node:fs'
import { maskPhone } from '../../server/src/calls/phone-privacy.ts'
import { askNode } from '../../server/src/cli/ask-node.ts'
import type { Report } from '../../server/src/cli/command.ts'
import {
  knownOf,
  readNumber,
  realTrunk,
  type TrunkTestContext,
} from '../../server/src/cli/trunk/trunk-test.ts'
import type { Settings } from '../../server/src/config/settings.ts'
import { record as recordAction } from '../../server/src/operations/perform.ts'
import { checkNames, type TrunkTestRequest } from '../../server/src/operations/trunk-check.ts'
import { findingText, trunkReportText } from '../../server/src/operations/trunk-report.ts'
import type { Clock } from '../../server/src/platform/clock.ts'
import { ladderLine } from '../../server/src/telephony/trunks/ladder-step.ts'
import { type AllWaysDeps, checkAllWays } from './check-all-ways.ts'

const requests: Readonly<Record<TrunkTestRequest, string>> = {
  'let-it-ring': 'Let the phone ring; do not answer.',
  decline: 'Decline the call on the phone.',
  answer: 'Answer the call and speak, or have an echo service answer it.',
  'call-us': 'Call a confirmation number of this trunk from any phone, within a minute.',
}

/** Without a phone no call is placed. `file` gets the report too, and the received audio with `.wav` appended. */
export async function testAllWays(
  context: TrunkTestContext & Omit<AllWaysDeps, 'nextIncoming'> & { readonly settings: Settings },
  name: string,
  { phone: typed, report: file }: Readonly<Record<'phone' | 'report', string | undefined>>,
  signal: AbortSignal,
): Promise<Report> {
  const record = await realTrunk(context, name, 'it is always there')
  const phone = typed === undefined ? undefined : readNumber(context, '--phone', typed)
  const phoneMask = phone === undefined ? '' : maskPhone(phone.e164)
  await recordAction(context, { kind: 'trunk-tested', facts: { trunk: name, phoneMask } })
  const nextIncoming = await incomingByMetrics(context.settings, context.clock)
  const checked = await checkAllWays(
    { ...context, nextIncoming },
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
async function incomingByMetrics(node: Settings, clock: Clock): Promise<AllWaysDeps['nextIncoming']> {
  if ((await fatesOf(node, '')) === undefined) return undefined
  return async (trunk, signal) => {
    const before = await fatesOf(node, trunk)
    while (!signal.aborted) {
      for (const [fate, count] of (await fatesOf(node, trunk)) ?? [])
        if (count > (before?.get(fate) ?? 0)) return fate
      await new Promise<void>((resolve) => clock.after(pollMs, resolve))
    }
    return undefined
  }
}

async function fatesOf(node: Settings, trunk: string): Promise<Map<string, number> | undefined> {
  const text = await askNode(node, '/metrics').catch(() => undefined)
  if (text === undefined) return undefined
  const lines = text.matchAll(/^ringkey_incoming_calls_total\{trunk="(.*)",fate="(.*)"\} (\S+)/gm)
  const counted = [...lines].filter(([, of]) => of === trunk)
  return new Map(counted.map(([, , fate = '', count]) => [fate, Number(count)]))
}
