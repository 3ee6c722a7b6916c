import type { Mode } from '../books/verification.ts'
import { shownCodeLength } from './phone-codes.ts'

/** A step as an integrator or a workflow writes it. */
export interface WrittenStep {
  readonly mode: Mode
  readonly seconds: number
}

export const stepSeconds = { min: 5, max: 120, default: 20 } as const
export const maxSteps = 4

/** For services without a workflow of their own: the cheapest call first, then one that speaks. */
const defaultSteps: readonly WrittenStep[] = [
  { mode: 'flash', seconds: stepSeconds.default },
  { mode: 'voice', seconds: stepSeconds.default },
]

/** A calling number ends with four digits: longer codes are spoken. */
export function showsCode(mode: Mode): boolean {
  return mode === 'flash' || mode === 'mix'
}

/** What is called when the request names no steps. */
export function workflowSteps(codeLength: number): readonly WrittenStep[] {
  return defaultSteps.filter(({ mode }) => codeLength === shownCodeLength || !showsCode(mode))
}
