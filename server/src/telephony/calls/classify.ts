// The outcome table: the consequence of a call's end for the call, for the trunk and for trying a second trunk.
import { seenMs } from '../../books/call-details.ts'
import { blockedReason, machineReason, stoppedReason, unwantedReason } from '../../books/settlement.ts'
import { minEarlyMediaMs } from './after-early-media.ts'
import type { Leaving, LegFacts } from './facts.ts'
import { causeRow, finalRow } from './row-of-code.ts'
import { type CallReason, completed, failed, type Row, type TrunkRules, type Verdict } from './verdict.ts'

/** With more than this of gaps the speech cannot be understood for certain. */
export const longestLateMs = 1_000
/** People take longer to pick up. A flash call has no audio, so the time alone tells an assistant from a person. */
const quickAnswerMs = 2_000

/** A total function: every ended call has exactly one verdict. */
export function classify(facts: LegFacts, rules: TrunkRules): Verdict {
  return facts.answered ? answered(facts, rules) : unanswered(facts, rules)
}

function answered(facts: LegFacts, rules: TrunkRules): Verdict {
  const { mode, heard, ringMs, codeSpoken, key, machine, end } = facts
  // A key that was pressed shows that the person heard the question.
  if (key === 'right') return completed('key pressed')
  if (key === 'wrong') return failed('wrong key')
  if (machine && mode === 'voice')
    return { ...(codeSpoken ? completed(machineReason) : failed(machineReason)), suspect: true }
  if (machine && codeSpoken) return { ...completed(machineReason), suspect: true }
  const isSilent = end.kind === 'leave' && end.why === 'no audio'
  if (key === 'none' && codeSpoken)
    return wasHeard(facts, rules) ? failed('no key pressed') : { ...failed('no audio'), suspect: true }
  if (mode !== 'flash' && codeSpoken)
    return mode === 'mix' || wasHeard(facts, rules)
      ? completed('spoken')
      : { ...completed('no audio'), suspect: true }
  if (mode === 'voice') {
    return failed(isSilent ? 'no audio' : 'hung up before the code')
  }
  if (heard !== 'ringing' && !earlyMediaRang(facts, rules))
    return { ...completed('answered without ringing'), suspect: true }
  return {
    ...completed('answered'),
    suspect: mode === 'flash' && heard === 'ringing' && ringMs < quickAnswerMs,
  }
}

/**
 * A sign that a person heard the code: media of the peer (D6-74). A peer that never had our ACK may have put nobody through. On a trunk that is not known to send any, its
 * BYE or its answer to our BYE is enough.
 */
function wasHeard({ media, lateMs, ackLost, end }: LegFacts, { sendsMedia }: TrunkRules): boolean {
  if (lateMs > longestLateMs || ackLost) return false
  if (media !== 'silent') return media === 'heard'
  return !sendsMedia && (end.kind === 'hung-up' || (end.kind === 'left' && end.confirmed))
}

function unanswered(facts: LegFacts, rules: TrunkRules): Verdict {
  const { end, announcedCause } = facts
  switch (end.kind) {
    case 'refused':
      return refused(facts, finalRow(end, rules.overrides), rules)
    case 'leave': {
      if (rang(facts, rules)) return shown(facts, 'rang')
      if (end.why === stoppedReason) return failed(stoppedReason)
      const row = causeRow(announcedCause, rules.overrides)
      // An announcement was played, but no final response came: the phone may still ring.
      return row === undefined ? left(facts, end.why) : { ...refused(facts, row, rules), nextTrunk: false }
    }
    case 'left':
      return rang(facts, rules) ? shown(facts, 'rang') : failed(stoppedReason)
    // BYE before any 2xx, which violates the protocol: treated as a route fault.
    case 'hung-up':
    case 'lost':
    case 'failed':
      return broken(facts, rules)
    case 'unsent':
      return end.why === 'full' && facts.heard === 'nothing'
        ? { ...failed('trunk full'), nextTrunk: true }
        : broken(facts, rules)
  }
}

/** The connection to the far end broke. After a 100 or more the phone may still ring without us. */
function broken(facts: LegFacts, rules: TrunkRules): Verdict {
  if (rang(facts, rules)) return shown(facts, 'rang')
  return { ...failed('route fault', 'route'), nextTrunk: facts.heard === 'nothing' }
}

/** The far end refused the call. */
function refused(facts: LegFacts, row: Row, rules: TrunkRules): Verdict {
  const elsewhere = mayTryElsewhere(facts)
  switch (row) {
    case 'busy':
      return rang(facts, rules) || declinedEarly(facts, rules)
        ? shown(facts, 'declined', 'declined')
        : failed('busy')
    case 'unreachable':
      return rang(facts, rules)
        ? shown(facts, 'rang')
        : { ...failed('unreachable'), nextTrunk: elsewhere && rules.retryUnreachable }
    case 'bad number':
      return rang(facts, rules) ? shown(facts, 'rang') : failed('bad number')
    // ATIS-1000099: the call is not attempted again, over another trunk neither.
    case 'blocked':
    case 'unwanted': {
      const reason = row === 'blocked' ? blockedReason : unwantedReason
      const verdict = rang(facts, rules) ? shown(facts, 'rang', reason) : failed(reason)
      return { ...verdict, block: { kind: row, ...contactIn(facts.end) } }
    }
    case 'trunk fault':
      return rang(facts, rules)
        ? shown(facts, 'rang')
        : { ...failed('trunk fault', 'trunk'), nextTrunk: elsewhere }
    case 'route fault':
    case 'redirected':
      return rang(facts, rules) ? shown(facts, 'rang') : { ...failed(row, 'route'), nextTrunk: elsewhere }
  }
}

const noContact = { url: '', tel: '', email: '', jcard: '', location: '' }
const contactIn = (end: LegFacts['end']) =>
  end.kind === 'refused' ? (end.words?.contact ?? noContact) : noContact

/** We gave up before the phone rang. */
function left(facts: LegFacts, why: Leaving): Verdict {
  // The only accepted risk of ringing twice: the trunk sent nothing for the whole response time.
  if (facts.heard === 'nothing') {
    const mayGoOn = why === 'no response'
    return mayGoOn ? { ...failed('no response', 'route'), nextTrunk: true } : failed('no result in time')
  }
  if (facts.heard === 'early') return failed('early media only')
  return failed(why === 'deadline' ? 'no result in time' : 'no ringing')
}

/** The number was shown on a ringing phone: enough for flash and mix, not for voice. */
function shown({ mode }: LegFacts, reason: CallReason, voiceReason: CallReason = 'not answered'): Verdict {
  return mode === 'voice' ? failed(voiceReason) : completed(reason)
}

/**
 * A 180 for a second, or for the whole time that we let it ring. A 183 alone only when the trunk never sends 180, and only
 * until we end the call.
 */
function rang(facts: LegFacts, rules: TrunkRules): boolean {
  const { heard, ringMs, end } = facts
  const isWhole = end.kind === 'leave' && end.why === 'rung enough'
  if (heard === 'ringing') return ringMs >= seenMs || isWhole
  const byUs = end.kind === 'leave' || end.kind === 'left'
  return byUs && earlyMediaRang(facts, rules) && (isWhole || isLasting(facts))
}

/** A 183 with an announcement, then a failure, is a failure. Only a refusal by a person shows that the phone rang. */
function declinedEarly(facts: LegFacts, rules: TrunkRules): boolean {
  return earlyMediaRang(facts, rules) && isLasting(facts) && isDeclined(facts, rules)
}

/** A person refused the call. A 486 does not show that: the network also sends it for a busy line. */
function isDeclined({ end }: LegFacts, { overrides }: TrunkRules): boolean {
  if (end.kind !== 'refused') return false
  const { status, cause } = end
  return cause === 21 || (status === 603 && causeRow(cause, overrides) === undefined)
}

const isLasting = ({ earlyMs }: LegFacts) => (earlyMs ?? 0) >= minEarlyMediaMs

function earlyMediaRang({ heard, announcedCause }: LegFacts, { earlyMediaRings }: TrunkRules): boolean {
  return heard === 'early' && announcedCause === undefined && earlyMediaRings
}

/** After anything but 100 the phone may have rung: no second trunk is tried. */
function mayTryElsewhere({ heard }: LegFacts): boolean {
  return heard === 'nothing' || heard === 'trying'
}
