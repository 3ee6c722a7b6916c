// `ringkey pool add|list|check|label|remove`: which numbers may be shown, and which codes they show.

import type { CheckedRange } from '../../operations/caller-health.ts'
import { rangeText } from '../../operations/caller-pool.ts'
import type { OperationContext } from '../../operations/operation.ts'
import { readContracts } from '../../operations/read-contracts.ts'
import { checkRights, type ShowingNumbering } from '../../operations/right-to-show.ts'
import { systemRandom } from '../../platform/random.ts'
import { CallerPool } from '../../telephony/pool/caller-pool.ts'
import { codeCount, mergeRanges } from '../../telephony/pool/caller-range.ts'
import type { LackingNumbers } from '../../telephony/pool/contracts.ts'
import { type Coverage, coverageOf } from '../../telephony/pool/pool-coverage.ts'
import type { Report } from '../command.ts'
import { CommandFailed } from '../failures.ts'

type PoolContext = Pick<OperationContext, 'store'>

export async function listPool({ store }: PoolContext): Promise<Report> {
  const ranges = await store.callerRanges()
  const lines = ranges.map(({ first, last, trunk, label, category }) =>
    [rangeText(first, last), trunk, label, category].filter((text) => text !== '').join('  '),
  )
  return {
    json: ranges,
    text: lines.length === 0 ? 'The pool is empty: ringkey pool add RANGE --trunk NAME' : lines.join('\n'),
  }
}

/**
 * The codes that can be shown by destination, with a code the numbers that show it; and whether the trunks may show
 * their numbers.
 */
export async function checkPool(
  { store, now }: Pick<OperationContext, 'store' | 'now'>,
  numbering: ShowingNumbering,
  code?: string,
) {
  if (code !== undefined && !/^\d{4}$/.test(code))
    throw new CommandFailed('code: expected four digits such as 0042')
  const [trunks, ranges, { lacking }] = await Promise.all([
    store.trunks(),
    store.callerRanges(),
    readContracts(store, now()),
  ])
  const callerPool = new CallerPool(mergeRanges(ranges), systemRandom)
  const checked = checkRights(ranges, trunks, numbering)
  const rows = coverageOf(trunks, callerPool).map((coverage) => ({
    ...rowOf(coverage, callerPool, code),
    foreign: checked.filter(({ verdict, trunk }) => verdict === 'foreign' && coverage.trunks.includes(trunk)),
    withoutContract: lacking.filter((each) => each.trunks.some((name) => coverage.trunks.includes(name))),
  }))
  if (rows.length === 0) throw new CommandFailed('No trunk is in use: nobody can be called')
  const poor = rows.some(({ verdict }) => verdict !== 'enough')
  const foreign = checked.filter(({ verdict }) => verdict === 'foreign')
  const lacks =
    poor || foreign.length > 0 || lacking.length > 0 || rows.some(({ numbers }) => numbers?.length === 0)
  return {
    json: rows,
    text: [...rows.map(textOf), ...foreign.flatMap(foreignTexts), ...lacking.map(lackingText)].join('\n'),
    ...(lacks ? { failed: true as const } : {}),
  }
}

function lackingText({ first, last, trunks, network, ended }: LackingNumbers): string {
  const why = ended === null ? 'no contract' : `contract ${ended.document} ended on ${ended.lastDay}`
  return `${rangeText(first, last)}  on ${trunks.join(', ')}: ${why} with ${network || 'the carrier'}`
}

/** Such calls are blocked at the exchange of the Russian networks (docs/caller-ids.md). */
function foreignTexts({ trunk, holders, expected }: CheckedRange): string[] {
  return holders
    .filter(({ operator }) => !expected.includes(operator))
    .map(
      ({ first, last, operator }) =>
        `${rangeText(first, last)}  on ${trunk}: the registry gives ${first === last ? 'it' : 'them'} to ${operator || 'nobody'}, not to ${expected.join(', ')}; networks may block such calls`,
    )
}

function rowOf({ prefix, trunks, codes, verdict }: Coverage, pool: CallerPool, code: string | undefined) {
  return {
    prefix,
    trunks,
    codes: codes.length,
    verdict,
    ...(code === undefined
      ? {}
      : { code, numbers: [...new Set(trunks.flatMap((trunk) => pool.numberShowing(code, trunk, 0) ?? []))] }),
  }
}

const meanings = {
  enough: '',
  alarm: ': few, they can be guessed',
  refuse: ': too few, codes are not drawn',
} as const

function textOf({ prefix, trunks, codes, verdict, code, numbers }: ReturnType<typeof rowOf>): string {
  const where = prefix === '' ? 'everywhere' : `+${prefix}`
  const shown = `${where}  over ${trunks.join(', ')}  ${codes} of ${codeCount - 1} codes${meanings[verdict]}`
  if (numbers === undefined) return shown
  return `${shown}; ${code} is shown by ${numbers.length === 0 ? 'none' : numbers.join(', ')}`
}
