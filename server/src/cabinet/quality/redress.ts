import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CallRecord } from '../../books/call.ts'
import { type NetworkBlock, readAttempts, readDetails } from '../../books/call-details.ts'
import type { CallerHashes } from '../../calls/phone-privacy.ts'
import { minuteMs } from '../../platform/clock.ts'
import type { FactGroup } from '../../quality/call-facts.ts'
import type { Store } from '../../storage/store.ts'
import { codeCount, codeText } from '../../telephony/pool/caller-range.ts'
import { csvHead, csvRow, csvTime, rowsOf } from '../csv.ts'
import { maxExportRows } from '../verifications/export.ts'

/** A call that a network stopped: what a carrier needs to have its number unblocked. */
export interface BlockedCall {
  readonly startedAt: number
  /** Without its last four digits while they may be a code that somebody still types. */
  readonly callingNumber: string
  readonly called: string
  readonly trunk: string
  readonly callId: string
  /** The refusal as it came, without numbers. */
  readonly answer: string
  readonly contact: NetworkBlock
}

interface RedressDeps {
  readonly store: Pick<Store, 'callPage'>
  readonly callerHashOf: CallerHashes
}

/** The longest life of a verification: later its code is of no use to anybody. */
const codeLivesMs = 30 * minuteMs
const piece = 200
/** Numbers whose hashes are computed in one turn of the event loop: about a millisecond. */
const hashesATurn = 200

interface AskedCalls {
  readonly since: number
  readonly now: number
  /** Of a trunk, a called network, a block of calling numbers; all without it. */
  readonly only?: Partial<FactGroup>
}

/** The calls since a time that a network stopped, newest first; also those whose phone had rung before. */
export async function blockedCalls(
  { store, callerHashOf }: RedressDeps,
  { since, before, now, only = {} }: AskedCalls & { readonly before: number | null },
) {
  const filter = {
    serviceIds: null,
    test: false,
    isBlocked: true,
    only,
    from: since,
    before,
    limit: piece,
  } as const
  const { items, next } = await store.callPage(filter)
  const found = items.flatMap(blocksOf)
  const wanted = found.filter(({ startedAt }) => startedAt < now - codeLivesMs)
  const numbers = await numbersOf(wanted, callerHashOf)
  return {
    items: found.map(({ callerHash, callerBlock, ...call }): BlockedCall => {
      const hidden = callerBlock === '' ? '' : `${callerBlock}xxxx`
      return {
        ...call,
        callingNumber: call.startedAt < now - codeLivesMs ? (numbers.get(callerHash) ?? hidden) : hidden,
      }
    }),
    next,
  }
}

function blocksOf({ startedAt, phoneMask: called, details }: CallRecord) {
  const { attempts: counted } = readAttempts(details)
  return readDetails(details).attempts.flatMap(({ trunk, callId, block: contact, ladder }, place) => {
    if (contact?.kind !== 'blocked') return []
    const answer = ladder.findLast(({ from }) => from === 'them')?.text ?? ''
    const { callerHash, callerBlock } = counted[place]!
    return [{ startedAt, called, trunk, callId, answer, contact, callerHash, callerBlock }]
  })
}

/** The calling numbers of these hashes: each is one of the ten thousand of its block. */
async function numbersOf(
  calls: readonly { readonly callerHash: string; readonly callerBlock: string }[],
  callerHashOf: CallerHashes,
): Promise<ReadonlyMap<string, string>> {
  const numbers = new Map<string, string>()
  for (const [block, own] of Map.groupBy(calls, ({ callerBlock }) => callerBlock)) {
    const hashes = new Set(own.map(({ callerHash }) => callerHash))
    for (let code = 0; code < codeCount && hashes.size > 0; code++) {
      if (code % hashesATurn === 0) await nextTurn()
      const number = `${block}${codeText(code)}`
      for (const hash of [callerHashOf(number, false), callerHashOf(number, true)])
        if (hashes.delete(hash)) numbers.set(hash, number)
    }
  }
  return numbers
}

const head = ['started', 'calling_number', 'called', 'trunk', 'call_id', 'answer']
const contactNames = ['url', 'tel', 'email', 'jcard', 'location'] as const

/** As a file for the carrier. */
export async function* redressCsv(deps: RedressDeps, asked: AskedCalls) {
  yield csvHead([...head, ...contactNames])
  const read = (before: number | null) => blockedCalls(deps, { ...asked, before })
  yield* rowsOf(
    read,
    ({ startedAt, callingNumber, called, trunk, callId, answer, contact }: BlockedCall) =>
      csvRow([
        ...[csvTime(startedAt), callingNumber, called, trunk, callId, answer],
        ...contactNames.map((name) => contact[name]),
      ]),
    maxExportRows,
  )
}
