// The outcome table: what a call means for the verification, for the trunk and for a second trunk.
import { isDeclined, lastingMs } from './after-early-media.ts'
import type { CallFacts, Leaving } from './facts.ts'
import { causeRow, finalRow } from './row-of-code.ts'
import type { CallReason, Fault, Row, TrunkRules, Verdict } from './verdict.ts'

/** Whatever ends a call that rang for so long: the person has seen the number. */
const seenMs = 1_000

/** Total: every call that has ended, however it did, has exactly one verdict. */
export function classify(facts: CallFacts, rules: TrunkRules): Verdict {
  return facts.answered ? answered(facts, rules) : unanswered(facts, rules)
}

function answered(facts: CallFacts, rules: TrunkRules): Verdict {
  const { mode, heard, codeSpoken, end } = facts
  if (mode !== 'flash' && codeSpoken)
    return { ...completed('spoken'), suspect: mode === 'voice' && !isSomebodyThere(facts) }
  if (mode === 'voice') {
    return failed(end.kind === 'leave' && end.why === 'no audio' ? 'no audio' : 'hung up before the code')
  }
  return heard === 'ringing' || earlyMediaRang(facts, rules)
    ? completed('answered')
    : { ...completed('answered without ringing'), suspect: true }
}

/** A sign that somebody heard the code: media of the peer, its BYE, or its answer to ours (decisions 6). */
function isSomebodyThere({ heardBack, end }: CallFacts): boolean {
  return heardBack || end.kind === 'hung-up' || (end.kind === 'left' && end.confirmed)
}

function unanswered(facts: CallFacts, rules: TrunkRules): Verdict {
  const { end, announcedCause } = facts
  switch (end.kind) {
    case 'refused':
      return refused(facts, finalRow(end.status, end.cause, rules.overrides), rules)
    case 'leave': {
      if (rang(facts, rules)) return shown(facts, 'rang')
      const row = causeRow(announcedCause, rules.overrides)
      // An announcement was played, but no final response came: somebody may be rung yet.
      return row === undefined ? left(facts, end.why) : { ...refused(facts, row, rules), nextTrunk: false }
    }
    case 'left':
      return rang(facts, rules) ? shown(facts, 'rang') : left(facts, 'stopped')
    // Without an answer there is nothing to hang up: the peer has lost its mind, or we our memory.
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

/** The way to the far end broke; when it had said as much as 100, the phone may ring on without us. */
function broken(facts: CallFacts, rules: TrunkRules): Verdict {
  if (rang(facts, rules)) return shown(facts, 'rang')
  return { ...failed('route fault', 'route'), nextTrunk: facts.heard === 'nothing' }
}

/** The far end said no. */
function refused(facts: CallFacts, row: Row, rules: TrunkRules): Verdict {
  const elsewhere = mayTryElsewhere(facts)
  switch (row) {
    case 'busy':
      return rang(facts, rules) || declinedEarly(facts, rules)
        ? shown(facts, 'declined', 'busy')
        : failed('busy')
    case 'unreachable':
      return rang(facts, rules)
        ? shown(facts, 'rang')
        : { ...failed('unreachable'), nextTrunk: elsewhere && rules.retryUnreachable }
    case 'bad number':
      return seen(facts) ? shown(facts, 'rang') : failed('bad number')
    case 'trunk fault':
      return seen(facts) ? shown(facts, 'rang') : { ...failed('trunk fault', 'trunk'), nextTrunk: elsewhere }
    case 'route fault':
    case 'redirected':
      return seen(facts) ? shown(facts, 'rang') : { ...failed(row, 'route'), nextTrunk: elsewhere }
  }
}

/** We gave up before anything rang. */
function left(facts: CallFacts, why: Leaving): Verdict {
  // The one accepted risk of ringing twice: nobody has said a word for the whole response time.
  if (facts.heard === 'nothing') {
    const mayGoOn = why === 'no response'
    return mayGoOn
      ? { ...failed('no response', 'route'), nextTrunk: true }
      : failed(why === 'deadline' ? 'no result in time' : 'stopped')
  }
  if (facts.heard === 'early') return failed('early media only')
  if (why === 'stopped') return failed('stopped')
  return failed(why === 'deadline' ? 'no result in time' : 'no ringing')
}

/** The number stood on a ringing phone: enough for flash and mix, not for voice. */
function shown({ mode }: CallFacts, reason: CallReason, voiceReason: CallReason = 'not answered'): Verdict {
  return mode === 'voice' ? failed(voiceReason) : completed(reason)
}

/** 180 at any length. 183 alone only where the trunk never sends 180, and only until we end the call. */
function rang(facts: CallFacts, rules: TrunkRules): boolean {
  if (facts.heard === 'ringing') return true
  const byUs = facts.end.kind === 'leave' || facts.end.kind === 'left'
  return byUs && earlyMediaRang(facts, rules)
}

/** 183 with an announcement, then a failure, is a failure: of all refusals only a person's shows that it rang. */
function declinedEarly(facts: CallFacts, rules: TrunkRules): boolean {
  return earlyMediaRang(facts, rules) && (facts.earlyMs ?? 0) >= lastingMs && isDeclined(facts, rules)
}

function earlyMediaRang({ heard, announcedCause }: CallFacts, { earlyMediaRings }: TrunkRules): boolean {
  return heard === 'early' && announcedCause === undefined && earlyMediaRings
}

function seen({ heard, ringMs }: CallFacts): boolean {
  return heard === 'ringing' && ringMs >= seenMs
}

/** After anything but 100 the person may have been rung: no second trunk. */
function mayTryElsewhere({ heard }: CallFacts): boolean {
  return heard === 'nothing' || heard === 'trying'
}

function completed(reason: CallReason): Verdict {
  return { completed: true, reason, nextTrunk: false, fault: 'none', suspect: false }
}

function failed(reason: CallReason, fault: Fault = 'none'): Verdict {
  return { completed: false, reason, nextTrunk: false, fault, suspect: false }
}
