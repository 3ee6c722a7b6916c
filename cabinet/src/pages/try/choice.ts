import type { Answer } from '@ringkey/server/cabinet-api'

export const targets = ['good', 'bad', 'demo', 'own'] as const
export type Target = (typeof targets)[number]

/** Which calls a verification makes: the workflow of the service, or these modes in this order. */
export const plans = ['workflow', 'flash voice', 'flash', 'voice', 'mix', 'inbound'] as const
export type Plan = (typeof plans)[number]

/** The inputs of the form. */
export interface Choice {
  readonly serviceId: number
  readonly api: 'v2' | 'v1'
  /** Of a verification. */
  readonly plan: Plan
  /** Of a single call. */
  readonly mode: Exclude<Answer<'/trials/:vendorId'>['mode'], 'http'>
  readonly target: Target
  readonly phone: string
  readonly code: string
  readonly callbackUrl: string
}

const testNumbers = { good: '79000000001', bad: '79000000002' }

/** A new number each time, because a number cannot be called again within 15 seconds. */
function someNumber(): string {
  const [drawn] = crypto.getRandomValues(new Uint32Array(1))
  return `7916${String(drawn! % 10_000_000).padStart(7, '0')}`
}

export function numberFor(target: Target): string {
  if (target === 'demo') return someNumber()
  return target === 'own' ? '' : testNumbers[target]
}

/** Nobody sees the code of a test number, so one is chosen. */
export function codeFor(target: Target): string {
  return target === 'good' ? '4711' : ''
}

export function stepsOf(plan: Plan) {
  return plan === 'workflow' ? undefined : plan === 'flash voice' ? (['flash', 'voice'] as const) : [plan]
}
