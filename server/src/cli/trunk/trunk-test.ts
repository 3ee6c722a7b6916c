// `ringkey trunk test NAME NUMBER`: one real call, with its SIP messages as a ladder and the result.

import { maskPhone } from '../../calls/phone-privacy.ts'
import type { Numbering } from '../../numbering/phone.ts'
import { record as recordAction } from '../../operations/perform.ts'
import { findTrunk, noTrunk, type TrunkOperating } from '../../operations/trunks.ts'
import { type Random, systemRandom } from '../../platform/random.ts'
import type { CallMode } from '../../telephony/calls/verdict.ts'
import { simulatorTrunk } from '../../telephony/demo-trunk.ts'
import type { SipSettings } from '../../telephony/sip-thread/sip-settings.ts'
import { placeTestCall, type TestCallResult } from '../../telephony/test-call.ts'
import { ladderLine } from '../../telephony/trunks/ladder-step.ts'
import type { Report } from '../command.ts'
import { CommandFailed } from '../failures.ts'

export interface TrunkTest {
  readonly name: string
  /** E.164 digits of the phone that is to ring. */
  readonly number: string
  readonly mode: CallMode
}

export interface TrunkTestContext extends TrunkOperating {
  readonly numbering: Numbering
  readonly sip: SipSettings
  readonly dataFolder: string
  /** Receives the ladder line by line during the call. */
  write(line: string): void
  readonly random?: Random
}

/** Places one call beside the service, from its own port, over a trunk that may be switched off. */
export async function testTrunk(
  context: TrunkTestContext,
  { name, number, mode }: TrunkTest,
): Promise<Report> {
  const record = await findTrunk(context.store, name)
  if (record === undefined) throw noTrunk(name)
  if (record.name === simulatorTrunk && record.demo)
    throw new CommandFailed(`${name} is the simulated carrier: it rings by itself (ringkey phone)`)
  const phone = context.numbering.readE164(number)
  if (phone === undefined) throw new CommandFailed('NUMBER: expected a valid number such as 79161234567')
  await recordAction(context, {
    kind: 'test-call',
    facts: { trunk: name, phoneMask: maskPhone(phone.e164), mode },
  })
  const result = await placeTestCall(
    { ...context, random: context.random ?? systemRandom },
    {
      record,
      ranges: await context.store.callerRanges(),
      earlyMedia: await context.store.earlyMedia(),
      phone,
      mode,
    },
    (step) => context.write(ladderLine(step)),
  )
  if (result === undefined)
    throw new CommandFailed(`Trunk ${name} has no number to show: see ringkey pool add`)
  return described(result)
}

function described({ result, code }: TestCallResult): Report {
  const { verdict, pddMs, ringMs, answered } = result
  const { completed, reason, fault, nextTrunk, suspect } = verdict
  const lines = [
    `Result: ${completed ? 'completed' : 'failed'}, ${reason}${suspect ? ` (suspect: ${reason === 'no audio' ? 'no sign that anybody heard it' : 'voicemail or a false answer'})` : ''}`,
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
