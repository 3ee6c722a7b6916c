// `ringkey trunk test NAME NUMBER`: one real call, with its SIP messages as a ladder and the result.

import { maskPhone } from '../../calls/phone-privacy.ts'
import type { Numbering, Phone } from '../../numbering/phone.ts'
import { perform } from '../../operations/perform.ts'
import { testCallPlaced } from '../../operations/recorded.ts'
import { findTrunk, noTrunk, numbersOf, type TrunkContext } from '../../operations/trunks.ts'
import type { Sealer } from '../../platform/sealing.ts'
import type { TrunkRecord } from '../../storage/queries/trunks.ts'
import type { CallMode } from '../../telephony/calls/verdict.ts'
import { simulatorTrunk } from '../../telephony/demo-trunk.ts'
import { placeTestCall, type TestCallDeps, type TestCallResult } from '../../telephony/test-call.ts'
import { ladderLine } from '../../telephony/trunks/ladder-step.ts'
import type { Report } from '../command.ts'
import { CommandFailed } from '../failures.ts'

export interface TrunkTestContext extends TrunkContext, TestCallDeps {
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
  await perform(context, testCallPlaced, { trunk: name, phoneMask: maskPhone(phone.e164), mode })
  const result = await placeTestCall(context, { ...(await knownOf(context, record)), phone, mode }, (step) =>
    context.write(ladderLine(step)),
  )
  if (result === undefined)
    throw new CommandFailed(`Trunk ${name} has no caller number: see ringkey pool add`)
  return described(result)
}

export const knownOf = async ({ store }: TrunkTestContext, record: TrunkRecord) => ({
  record,
  ranges: await store.callerRanges(),
  earlyMedia: await store.earlyMedia(),
  numbers: await numbersOf(store, record),
})

export async function realTrunk({ store }: TrunkTestContext, name: string, why: string) {
  const record = await findTrunk(store, name)
  if (record === undefined) throw noTrunk(name)
  if (record.demo && name === simulatorTrunk)
    throw new CommandFailed(`${name} is the simulated carrier: ${why} (ringkey dev phone)`)
  return record
}

export function readNumber({ numbering }: TrunkTestContext, field: string, typed: string): Phone {
  const phone = numbering.readE164(typed)
  if (phone === undefined) throw new CommandFailed(`${field}: expected a valid number such as 79161234567`)
  return phone
}

function described({ result: { verdict, pddMs, ringMs, answered }, code }: TestCallResult): Report {
  const { completed, reason, fault, nextTrunk, suspect } = verdict
  const lines = [
    `Result: ${completed ? 'completed' : 'failed'}, ${reason}${suspect ? ` (suspect: ${reason === 'no audio' ? 'no sign that anybody heard it' : 'voicemail or a false answer'})` : ''}`,
    `  code ${code}; ${pddMs === undefined || ringMs === 0 ? 'no ringing' : `rang ${pddMs} ms after the INVITE, for ${ringMs} ms`}${answered ? '; answered' : ''}`,
    `  fault of the ${fault === 'none' ? 'trunk: none' : fault}; another trunk would ${nextTrunk ? 'be tried' : 'not be tried'}`,
  ]
  const json = { ...verdict, pddMs: pddMs ?? null, ringMs, answered, code }
  return { json, text: lines.join('\n'), ...(completed ? {} : { failed: true as const }) }
}
