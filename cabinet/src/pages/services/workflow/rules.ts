import type { Answer } from '@ringkey/server/cabinet-api'

export type Rule = Answer<'/services/:id'>['settings']['workflow'][number]
export type Step = Rule['steps'][number]

/** A rule while somebody types: every field is a text, and it has a key for the list. */
export interface DraftRule {
  readonly key: number
  readonly country: string
  readonly operator: string
  readonly prefix: string
  /** Only phones that flash calls do not serve. */
  readonly isPoorReach: boolean
  readonly steps: readonly Step[]
}

export const maxSteps = 4
export const newStep: Step = { mode: 'voice', seconds: 20 }

/** What a person chooses for a call: its mode, or voice that confirms by a key. */
export const ways = ['flash', 'voice', 'key', 'mix', 'inbound', 'http'] as const
export type Way = (typeof ways)[number]
export const wayOf = ({ mode, confirm }: Step): Way => confirm ?? mode

/** A step over a gateway names its channel, and no other does. */
export function inWay({ seconds }: Step, way: Way): Step {
  if (way === 'key') return { mode: 'voice', confirm: way, seconds }
  return way === 'http' ? { mode: way, seconds, channel: 'sms' } : { mode: way, seconds }
}

export function draftsOf(rules: readonly Rule[]): DraftRule[] {
  return rules.map(({ match, steps }, key) => ({
    key,
    country: match.country ?? '',
    operator: match.operator ?? '',
    prefix: match.prefix ?? '',
    isPoorReach: match.reach === 'poor',
    steps,
  }))
}

/** As the API takes them: empty fields are left out, a plus before the digits too. */
export function rulesOf(drafts: readonly DraftRule[]): Rule[] {
  return drafts.map(({ country, operator, prefix, isPoorReach, steps }) => {
    const digits = prefix.replaceAll(/[\s+()-]/g, '')
    return {
      match: {
        ...(country === '' ? {} : { country }),
        ...(operator.trim() === '' ? {} : { operator: operator.trim() }),
        ...(digits === '' ? {} : { prefix: digits }),
        ...(isPoorReach ? { reach: 'poor' as const } : {}),
      },
      steps,
    }
  })
}

export function added(drafts: readonly DraftRule[]): DraftRule[] {
  const key = Math.max(-1, ...drafts.map((draft) => draft.key)) + 1
  return [
    ...drafts,
    {
      ...{ key, country: '', operator: '', prefix: '', isPoorReach: false },
      steps: [{ mode: 'flash', seconds: 20 }, newStep],
    },
  ]
}

/** Moves the rule at this place by one. */
export function moved(drafts: readonly DraftRule[], place: number, by: -1 | 1): DraftRule[] {
  const other = place + by
  if (other < 0 || other >= drafts.length) return [...drafts]
  const after = [...drafts]
  after[place] = drafts[other]!
  after[other] = drafts[place]!
  return after
}

/** Whether the rule matches every phone, so that the rules below it are never used. */
export function matchesAll({ country, operator, prefix, isPoorReach }: DraftRule): boolean {
  return country === '' && operator.trim() === '' && prefix.trim() === '' && !isPoorReach
}
