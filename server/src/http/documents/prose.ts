import { readFileSync } from 'node:fs'
import type { ErrorStatus, Profile } from '../../accounts/profile.ts'
import { maxWaitingPerOwner } from '../../books/admit-inbound.ts'
import type { PhoneLimitRules } from '../../books/number-limit.ts'
import { testNumberThatFails, testNumberThatSucceeds } from '../../books/test-numbers.ts'
import { maxTestsPerHour } from '../../books/test-quota.ts'
import { serviceFields } from '../../fields/service-fields.ts'
import { hourMs, minuteMs, secondMs } from '../../platform/clock.ts'
import { type Filling, filled } from '../../platform/filled.ts'
import { postLimits } from '../../webhooks/post.ts'
import { retryAfterMs } from '../../webhooks/schedule.ts'
import { toleranceSeconds } from '../../webhooks/signature.ts'
import { wrongCredentialsPerMinute } from '../address-limits.ts'
import type { Language } from '../errors.ts'
import { maxBodyBytes } from '../request-body.ts'
import type { Block } from './reference.ts'
import * as webhook from './webhook-example.ts'

/** What the operator set. */
export interface Figures {
  /** Requests from one address without a valid key; 0 means no limit. */
  readonly ratePerSecond: number
  /** Requests of one service; 0 means no limit. */
  readonly serviceRatePerSecond: number
  readonly numberLimits: PhoneLimitRules
  /** The public address of the service, if the operator set it. */
  readonly publicUrl: string | undefined
  /**
   * The installation's default: whether errors have their HTTP status, or 200; undefined when the operator set none.
   */
  readonly errorStatus: ErrorStatus | undefined
  /** The profile of services that use the installation's default. */
  readonly profile: Profile
}

/** Placeholder for the address of the service when the operator set none; the page inserts its own. */
export const unknownAddress = 'https://RINGKEY_ADDRESS'

/** A part of the prose: blocks, or the name of what is generated in this place. */
export type ProseBlock = Block | { readonly kind: 'generated'; readonly name: string }

export interface ProseSection {
  readonly id: string
  readonly title: string
  readonly blocks: readonly ProseBlock[]
}

export interface ProseGroup {
  readonly title: string
  readonly introduction: string
  /** A name stands for generated sections. */
  readonly sections: readonly (ProseSection | string)[]
}

export const asset = (name: string) =>
  readFileSync(new URL(`../../../assets/reference/${name}`, import.meta.url), 'utf8')

/**
 * The explanations that no schema contains, with the real values of the service: `assets/reference/LANGUAGE.md`. `{{name}}`
 * is a figure, and a line with a figure that is not set is left out. `<!-- name -->` is the place of something generated.
 */
export function proseIn(language: Language, figures: Figures): readonly ProseGroup[] {
  const values = valuesOf(figures, language === 'ru' ? ['ч', 'мин', 'с'] : ['h', 'min', 's'])
  const lines = asset(`${language}.md`)
    .split('\n')
    .flatMap((line) => {
      const names = [...line.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name!)
      if (names.some((name) => values[name] === undefined)) return []
      return filled(line, values).split('\n')
    })
  return parse(lines)
}

type Units = readonly [hours: string, minutes: string, seconds: string]

function valuesOf(figures: Figures, units: Units): Filling {
  const { gapMs, perMinute, perDay, blockMs, everywhere } = figures.numberLimits
  const span = (timeMs: number) => spanIn(timeMs, units)
  const set = (timeMs: number) => (timeMs > 0 ? span(timeMs) : undefined)
  const inbound = serviceFields.inboundLifetimeSeconds.value
  const unless = (isSet: boolean) => (isSet ? undefined : '')
  return {
    url: figures.publicUrl ?? unknownAddress,
    profile: figures.profile,
    ratePerSecond: figures.ratePerSecond || undefined,
    noRate: unless(figures.ratePerSecond > 0),
    serviceRatePerSecond: figures.serviceRatePerSecond || undefined,
    noServiceRate: unless(figures.serviceRatePerSecond > 0),
    anyRate: figures.ratePerSecond + figures.serviceRatePerSecond > 0 ? '' : undefined,
    gap: set(gapMs),
    perMinute,
    perDay,
    block: set(blockMs),
    noBlock: unless(blockMs > 0),
    gapOfAll: set(everywhere.gapMs),
    noGapOfAll: unless(everywhere.gapMs > 0),
    perMinuteOfAll: everywhere.perMinute,
    perDayOfAll: everywhere.perDay,
    successNumber: testNumberThatSucceeds,
    failureNumber: testNumberThatFails,
    testsPerHour: maxTestsPerHour,
    inboundSeconds: inbound.default,
    minInboundSeconds: inbound.min,
    maxInboundSeconds: inbound.max,
    waitingPerOwner: maxWaitingPerOwner,
    wrongCredentials: wrongCredentialsPerMinute,
    bodyBytes: maxBodyBytes,
    tolerance: span(toleranceSeconds * secondMs),
    answerSeconds: postLimits.headersMs / secondMs,
    connect: span(postLimits.connectMs),
    retries: retryAfterMs.map(span).join(', '),
    webhookSecret: webhook.secret,
    webhookExample: webhook.request,
  }
}

/** In the largest unit that gives a whole number. */
function spanIn(timeMs: number, [hours, minutes, seconds]: Units): string {
  if (timeMs % hourMs === 0) return `${timeMs / hourMs} ${hours}`
  if (timeMs % minuteMs === 0) return `${timeMs / minuteMs} ${minutes}`
  return `${timeMs / secondMs} ${seconds}`
}

/** The Markdown that the prose uses: headings, paragraphs and list items of one line, fenced code. */
function parse(lines: readonly string[]): readonly ProseGroup[] {
  const groups: { title: string; introduction: string; sections: (ProseSection | string)[] }[] = []
  let blocks: ProseBlock[] | undefined
  let items: string[] | undefined
  let code: string[] | undefined
  for (const line of lines) {
    const [, hashes = '', title = ''] = /^(#+) (.+)$/.exec(line) ?? []
    const [, name] = /^<!-- (.+) -->$/.exec(line) ?? []
    if (!line.startsWith('- ')) items = undefined
    if (line === '```') {
      if (code !== undefined) blocks!.push({ kind: 'code', language: '', code: code.join('\n') })
      code = code === undefined ? [] : undefined
    } else if (code !== undefined) code.push(line)
    else if (hashes === '#') {
      groups.push({ title, introduction: '', sections: [] })
      blocks = undefined
    } else if (hashes === '##') {
      const [, text, id] = /^(.+) \{#(\w+)\}$/.exec(title)!
      blocks = []
      groups.at(-1)!.sections.push({ id: id!, title: text!, blocks })
    } else if (hashes === '###') blocks!.push({ kind: 'heading', title })
    else if (name?.startsWith('methods')) groups.at(-1)!.sections.push(name)
    else if (name !== undefined) blocks!.push({ kind: 'generated', name })
    else if (line.startsWith('- ')) {
      if (items === undefined) {
        items = []
        blocks!.push({ kind: 'list', items })
      }
      items.push(line.slice(2))
    } else if (line !== '' && blocks === undefined) groups.at(-1)!.introduction = line
    else if (line !== '') blocks!.push({ kind: 'text', text: line })
  }
  return groups
}
