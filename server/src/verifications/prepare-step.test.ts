import { expect, it } from 'vitest'
import { prepareStep, type StepTerms } from './prepare-step.ts'

const codes = { hash: (id: string, code: string) => Buffer.from(`${id} ${code}`) } as never
const planned = (test: boolean) =>
  ({
    planCall: () => ({ plan: { kind: 'planned', code: '4321', callerNumber: null }, admission: { test } }),
  }) as never
const subscriber = { service: { chargedOnDeliveryUntil: 0 } } as never

async function codeOf(test: boolean, ownCode?: string): Promise<string> {
  const terms = { id: 'vf', ownCode, codeLength: 4 } as StepTerms
  const deps = { calls: planned(test), codes, clock: undefined as never, gateways: undefined as never }
  const { codeHash } = await prepareStep(deps, subscriber, terms, 0, { mode: 'flash' })
  return String(codeHash)
}

it('[V2-149] a test number is approved by a code of the request alone: nobody has seen a drawn one', async () => {
  expect(await codeOf(false)).toBe('vf 4321')
  expect(await codeOf(true, '4321')).toBe('vf 4321')
  expect(await codeOf(true)).toBe('vf ')
})
