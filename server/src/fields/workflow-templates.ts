import type { Mode } from '../books/call.ts'

/** Ready-made workflows of a service. The web app fills its form with them, the command saves them. */

export interface TemplateRule {
  readonly match: { readonly country?: string; readonly operator?: string; readonly reach?: 'poor' }
  readonly steps: readonly { readonly mode: Mode; readonly seconds: number }[]
}

/** A network where flash calls are not delivered. */
export interface BlockedNetwork {
  readonly country: string
  readonly operator: string
}

const flash = { mode: 'flash', seconds: 20 } as const
const voice = { mode: 'voice', seconds: 20 } as const
/** How long it waits for the call is a matter of the verification; a step has no more seconds. */
const inbound = { mode: 'inbound', seconds: 120 } as const

/** People of this network call us; those who do not get a call that speaks. */
export const ruleForBlocked = ({ country, operator }: BlockedNetwork): TemplateRule => ({
  match: { country, operator },
  steps: [inbound, voice],
})

/** People who have left flash calls unconfirmed although their network is well. */
const ruleForPoorReach: TemplateRule = { match: { reach: 'poor' }, steps: [inbound, voice] }

export const workflowTemplates = {
  'flash-first': (): TemplateRule[] => [{ match: {}, steps: [flash, voice] }],
  'inbound-first': (): TemplateRule[] => [ruleForPoorReach, { match: {}, steps: [inbound, flash, voice] }],
  /** Those networks get inbound, all others flash. */
  'by-network': (blocked: readonly BlockedNetwork[]): TemplateRule[] => [
    ...blocked.map(ruleForBlocked),
    ruleForPoorReach,
    ...workflowTemplates['flash-first'](),
  ],
} as const satisfies Record<string, (blocked: readonly BlockedNetwork[]) => TemplateRule[]>

export type TemplateName = keyof typeof workflowTemplates
export const templateNames = Object.keys(workflowTemplates) as TemplateName[]
