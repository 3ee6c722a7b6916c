// `ringkey pool health|plan|release`: how calling numbers fare, and what the pool lacks.
import { rangeText } from '../../operations/caller-pool.ts'
import type { BlockHealth, CodePlan, NumbersPlan, TrunkPlan } from '../../operations/numbers-plan.ts'
import type { FullContext, OperationContext } from '../../operations/operation.ts'
import { planNumbers } from '../../operations/plan-numbers.ts'
import type { ShowingNumbering } from '../../operations/right-to-show.ts'
import { type HealthCounts, type Refusal, refusals, refusedShare } from '../../quality/number-health.ts'
import { codeCount, parseNewCallerRange } from '../../telephony/pool/caller-range.ts'
import { table } from '../columns.ts'
import type { Report } from '../command.ts'
import { CommandFailed } from '../failures.ts'
import { isoTime, timeText } from '../wording.ts'

export interface HealthContext extends OperationContext, Pick<FullContext, 'demo'> {
  readonly numbering: ShowingNumbering
}

/** Long lists are for programs (--json) and for the page. */
const shownRests = 50

const planOf = (
  { store, numbering, demo, now }: HealthContext,
  further: Parameters<typeof planNumbers>[2] = [],
) => planNumbers({ store, numbering, withDemo: demo.isOn }, now(), further)

export async function showHealth(context: HealthContext): Promise<Report> {
  const { blocks, rests } = await planOf(context)
  const shown = rests.slice(0, shownRests)
  return {
    json: {
      ranges: blocks.map((block) => ({ ...block, until: isoTime(block.until) })),
      rests: rests.map((rest) => ({ ...rest, since: isoTime(rest.since), until: isoTime(rest.until) })),
    },
    text: [
      table(
        ['RANGE', 'TRUNK', 'NUMBERS', 'CALLS', 'RINGS', 'DECLINED', 'CONFIRMED', 'STATE'],
        blocks.map((block) => [
          `${block.first.slice(0, -4)}xxxx`,
          block.trunk,
          block.numbers,
          block.counts.attempts,
          ...refusals.map((refusal) => compared(refusal, block)),
          stateText(block),
        ]),
        'The pool is empty: ringkey pool add RANGE --trunk NAME',
      ),
      ...(rests.length === 0
        ? []
        : [
            '',
            table(
              ['NUMBERS', 'TRUNK', 'STATE', 'UNTIL (UTC)', 'WHY'],
              shown.map(({ first, last, trunk, state, until, finding: { refusal, hits, of, usual } }) => [
                rangeText(first, last),
                trunk,
                states[state],
                until === 0 ? '' : timeText(until),
                `${why[refusal]}: ${hits} of ${of}, usually ${percent(usual)}`,
              ]),
              '',
            ),
          ]),
      ...(rests.length > shown.length ? [`${rests.length - shown.length} more: see --json`] : []),
    ].join('\n'),
  }
}

/** `further` is `RANGE` with the trunk that would show it. */
export async function showPlan(
  context: HealthContext,
  further: { readonly range: string; readonly trunk: string } | undefined,
): Promise<Report> {
  const plan = await planOf(context)
  if (plan.trunks.length === 0) throw new CommandFailed('There is no trunk: ringkey trunk add NAME host=…')
  if (further === undefined) return { json: jsonOf(plan), text: planText(plan) }
  const range = parseNewCallerRange(further.range)
  if (typeof range === 'string') throw new CommandFailed(range)
  if (!plan.trunks.some(({ trunk }) => trunk === further.trunk))
    throw new CommandFailed(`There is no trunk ${further.trunk}: see ringkey trunk list`)
  const after = await planOf(context, [{ ...range, trunk: further.trunk }])
  return {
    json: { now: jsonOf(plan), after: jsonOf(after) },
    text: differenceText(plan, after, further.trunk),
  }
}

const jsonOf = ({ trunks, codes, blocks }: NumbersPlan) => ({
  trunks,
  codes,
  replace: blocks
    .filter(({ replace }) => replace.length > 0)
    .map(({ first, last, trunk, replace }) => ({ first, last, trunk, replace })),
})

function planText({ trunks, codes, blocks }: NumbersPlan): string {
  const replaced = blocks.filter(({ replace }) => replace.length > 0)
  return [
    table(
      ['TRUNK', 'NUMBERS', 'RESTING', 'BUSIEST HOUR', 'A NUMBER', 'SHORT CALLS', 'ADVICE'],
      trunks.map((trunk) => [
        trunk.trunk,
        trunk.numbers,
        trunk.resting,
        `${trunk.busyHour.calls} calls`,
        trunk.load === null ? '-' : trunk.load.toFixed(2),
        budgetText(trunk),
        [
          ...(trunk.lacking === 0 ? [] : [`add ${trunk.lacking} numbers`]),
          ...(trunk.isBudgetShort ? ['ask the carrier for more short calls'] : []),
        ].join('; '),
      ]),
      '',
    ),
    '',
    ...codes.flatMap(codeTexts),
    ...replaced.map(
      ({ first, trunk, replace }) =>
        `Replace ${first.slice(0, -4)}xxxx on ${trunk}: ${replace.map((reason) => reasons[reason]).join(', ')}`,
    ),
  ].join('\n')
}

function codeTexts({ prefix, trunks, covered, missing, single, oneTrunk, thin }: CodePlan): string[] {
  const where = prefix === '' ? 'everywhere' : `+${prefix}`
  return [
    `${where}  over ${trunks.join(', ')}  ${covered} of ${codeCount - 1} codes; ${missing} by no number, ${single} by a single one, ${oneTrunk} by one trunk alone`,
    ...thin.map(
      (each) =>
        `  thin: ${each.first} to ${each.last}, ${each.missing} by no number, ${each.single} by a single one`,
    ),
  ]
}

function differenceText(before: NumbersPlan, after: NumbersPlan, name: string): string {
  const [from, to] = [before, after].map(({ trunks }) => trunks.find(({ trunk }) => trunk === name)!)
  return [
    ...before.codes.map((code, place) => {
      const next = after.codes[place]!
      const where = code.prefix === '' ? 'everywhere' : `+${code.prefix}`
      return `${where}  ${code.covered} codes become ${next.covered}; by a single number ${code.single} become ${next.single}; by one trunk alone ${code.oneTrunk} become ${next.oneTrunk}`
    }),
    `${name}  a number makes ${loadText(from!)} calls in the busiest hour, then ${loadText(to!)}`,
  ].join('\n')
}

const loadText = ({ load }: TrunkPlan) => (load === null ? 'no' : load.toFixed(2))

const budgetText = ({ shortCallsPerHour, shortCallShare, busyHour }: TrunkPlan) =>
  shortCallShare === null
    ? `${busyHour.shortCalls}, no limit`
    : `${busyHour.shortCalls} of ${shortCallsPerHour}, ${percent(shortCallShare)}`

const states = { resting: 'paused', trial: 'being retested', well: 'in use' } as const

const why: Readonly<Record<Refusal, string>> = {
  'not-ringing': 'phones do not ring',
  declined: 'people decline',
  'not-confirmed': 'nobody types the code',
}

const reasons = {
  refused: 'people or networks refuse it',
  spoilt: 'a tenth of its numbers are paused',
  foreign: 'the registry gives it to another network',
} as const

/** The good share, and that of the other ranges of the trunk in brackets. */
function compared(refusal: Refusal, { counts, siblings }: BlockHealth): string {
  const [own, others] = [shareOf(refusal, counts), shareOf(refusal, siblings)]
  if (own === null) return '-'
  return others === null ? percent(own) : `${percent(own)} (${percent(others)})`
}

/** Declined calls are shown as such, ringing and confirmed ones as the good share. */
function shareOf(refusal: Refusal, counts: HealthCounts): number | null {
  const { hits, of } = refusedShare(refusal, counts)
  if (of === 0) return null
  return refusal === 'declined' ? hits / of : 1 - hits / of
}

function stateText({ state, until, restingNumbers }: BlockHealth): string {
  if (state === 'resting') return `paused until ${timeText(until)}`
  if (state === 'trial') return 'being retested'
  return restingNumbers === 0 ? '' : `${restingNumbers} numbers paused`
}

const percent = (share: number) => `${Math.round(share * 100)} %`
