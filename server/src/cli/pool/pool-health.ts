// `ringkey pool health`: how people and networks take the calling numbers, and what these carry.

import type { BlockHealth, BusyHour, LeastCovered } from '../../operations/caller-health.ts'
import { rangeText } from '../../operations/caller-pool.ts'
import type { FullContext, OperationContext } from '../../operations/operation.ts'
import { readCallerHealth } from '../../operations/read-caller-health.ts'
import type { ShowingNumbering } from '../../operations/right-to-show.ts'
import {
  type HealthCounts,
  type Refusal,
  refusals,
  refusalWords,
  refusedShare,
} from '../../quality/number-health.ts'
import { table } from '../columns.ts'
import type { Report } from '../command.ts'
import { isoTime, timeText } from '../wording.ts'

interface HealthContext extends OperationContext, Pick<FullContext, 'demo'> {
  readonly numbering: ShowingNumbering
}

/** Long lists are for programs (--json) and for the page. */
const shownQuarantines = 50

export async function showHealth({ store, numbering, demo, now }: HealthContext): Promise<Report> {
  const { blocks, quarantines } = await readCallerHealth({ store, numbering, withDemo: demo.isOn }, now())
  const shown = quarantines.slice(0, shownQuarantines)
  return {
    json: {
      ranges: blocks.map((block) => ({ ...block, until: isoTime(block.until) })),
      quarantines: quarantines.map((quarantine) => ({
        ...quarantine,
        since: isoTime(quarantine.since),
        until: isoTime(quarantine.until),
      })),
    },
    text: [
      table(
        [
          ...['RANGE', 'TRUNK', 'NUMBERS', 'CALLS', 'BLOCKED', 'RINGS', 'DECLINED', 'CONFIRMED'],
          ...['BUSIEST HOUR', 'LEAST COVERED CODES', 'STATE'],
        ],
        blocks.map((block) => [
          `${block.first.slice(0, -4)}xxxx`,
          block.trunk,
          block.numbers,
          block.counts.attempts,
          ...refusals.map((refusal) => compared(refusal, block)),
          busyHourText(block.busyHour),
          leastCoveredText(block.leastCovered),
          [stateText(block), replaceText(block)].filter((text) => text !== '').join('; '),
        ]),
        'The pool is empty: ringkey pool add RANGE --trunk NAME',
      ),
      ...(quarantines.length === 0
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
                `${refusalWords[refusal][0]}: ${hits} of ${of}, usually ${percent(usual)}`,
              ]),
              '',
            ),
          ]),
      ...(quarantines.length > shown.length ? [`${quarantines.length - shown.length} more: see --json`] : []),
    ].join('\n'),
  }
}

const states = { quarantined: 'paused', probation: 'being retested', healthy: 'in use' } as const

const reasons = {
  refused: 'people or networks refuse it',
  spoilt: 'a tenth of its numbers are paused',
  foreign: 'the registry gives it to another network',
} as const

/** The good share, and that of the other ranges of the trunk in brackets. */
function compared(refusal: Refusal, { counts, others }: BlockHealth): string {
  const [own, usual] = [shareOf(refusal, counts), shareOf(refusal, others)]
  if (own === null) return '-'
  return usual === null ? percent(own) : `${percent(own)} (${percent(usual)})`
}

/** Blocked and declined calls are shown as such, ringing and confirmed ones as the good share. */
function shareOf(refusal: Refusal, counts: HealthCounts): number | null {
  const { hits, of } = refusedShare(refusal, counts)
  if (of === 0) return null
  return refusal === 'declined' || refusal === 'blocked' ? hits / of : 1 - hits / of
}

/** Calls of a number, and what would ease the hour. */
function busyHourText(hour: BusyHour): string {
  const { callsPerNumber, lacking, shortCalls, shortCallsPerHour, isBudgetShort } = hour
  return [
    callsPerNumber === null ? '-' : `${callsPerNumber.toFixed(2)} calls a number`,
    lacking === 0 ? '' : `add ${lacking} numbers`,
    isBudgetShort ? `${shortCalls} of ${shortCallsPerHour} short calls: ask the carrier for more` : '',
  ]
    .filter((text) => text !== '')
    .join('; ')
}

function leastCoveredText({ codes, thousands }: LeastCovered): string {
  const where = thousands.map(({ first, last }) => `${first}-${last}`).join(', ')
  return codes === 0 ? '' : `${codes}: ${where}`
}

const replaceText = ({ replace }: BlockHealth) =>
  replace.length === 0 ? '' : `replace: ${replace.map((reason) => reasons[reason]).join(', ')}`

function stateText({ state, until, quarantinedNumbers }: BlockHealth): string {
  if (state === 'quarantined') return `paused until ${timeText(until)}`
  if (state === 'probation') return 'being retested'
  return quarantinedNumbers === 0 ? '' : `${quarantinedNumbers} numbers paused`
}

const percent = (share: number) => `${Math.round(share * 100)} %`
