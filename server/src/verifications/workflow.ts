import { stepSeconds } from '../accounts/service-settings.ts'
import type { Mode } from '../books/call.ts'
import { secondMs } from '../platform/clock.ts'
import { networkName } from '../quality/network-name.ts'
import type { WorkflowRule } from '../storage/queries/services.ts'
import { shownCodeLength } from './codes.ts'

/** A step as an integrator or a workflow writes it. */
export interface WrittenStep {
  readonly mode: Mode
  readonly seconds: number
  /** Of a gateway; only with the mode http, which needs it. */
  readonly channel?: string | undefined
  /** With the mode voice: the call confirms by itself, by a key that the person presses. */
  readonly confirm?: 'key' | undefined
}

/** For phones that no rule of the service matches: the cheapest call first, then one that speaks. */
const defaultSteps: readonly WrittenStep[] = [
  { mode: 'flash', seconds: stepSeconds.default },
  { mode: 'voice', seconds: stepSeconds.default },
]

/** A calling number ends with four digits: longer codes are spoken. */
export function showsCode(mode: Mode): boolean {
  return mode === 'flash' || mode === 'mix'
}

export interface WorkflowTarget {
  readonly e164: string
  readonly country: string
  readonly operator: string
  /** Hard to reach by flash; false where nobody has asked. */
  readonly isHardToReach?: boolean
}

/** The steps when the request names none. Steps that cannot carry a code of this length are left out. */
export function workflowSteps(rules: readonly WorkflowRule[], target: WorkflowTarget, codeLength: number) {
  const rule = matchingRule(rules, target)
  return stepsFor(rule === null ? undefined : rules[rule], codeLength)
}

/** Whether the steps depend on how the phone was reached before. */
export const asksForReach = (rules: readonly WorkflowRule[]) =>
  rules.some(({ match }) => match.reach !== undefined)

/** The place of the first rule that matches the phone. */
export function matchingRule(rules: readonly WorkflowRule[], target: WorkflowTarget): number | null {
  const place = rules.findIndex(({ match }) => matches(match, target))
  return place === -1 ? null : place
}

/** The steps of a rule, or the default ones. */
export function stepsFor(rule: WorkflowRule | undefined, codeLength: number): readonly WrittenStep[] {
  const steps = rule?.steps ?? defaultSteps
  return steps.filter(({ mode }) => codeLength === shownCodeLength || !showsCode(mode))
}

/** A rule may have the name that the page Quality shows, or another one of the same network. */
const isSameNetwork = (country: string, one: string, other: string) =>
  networkName(country, one).toLowerCase() === networkName(country, other).toLowerCase()

function matches(
  { country, operator, prefix, reach }: WorkflowRule['match'],
  target: WorkflowTarget,
): boolean {
  if (reach === 'poor' && target.isHardToReach !== true) return false
  if (country !== undefined && country !== target.country) return false
  if (operator !== undefined && !isSameNetwork(target.country, operator, target.operator)) return false
  return prefix === undefined || target.e164.startsWith(prefix)
}

/** What applies to a verification when the request says nothing else. */
export const verificationDefaults = {
  codeLength: 4,
  expiresInMs: 300 * secondMs,
  attempts: 3,
  inboundSeconds: 120,
} as const
