import { expect, it } from 'vitest'
import { drawnCodes, hasFewApprovals } from './conversion.ts'
import { plannedStep, type Step, type Verification } from './verification.ts'

const delivered = (mode: Step['mode'], hasOwnCode?: true): Step => ({
  ...plannedStep(mode, 20),
  status: 'delivered',
  ...(hasOwnCode && { hasOwnCode }),
})
const counted = (status: Verification['status'], ...steps: Step[]) =>
  drawnCodes({ status, steps } as unknown as Verification)

it('few approvals: fewer than one in five delivered steps, over at least a hundred', () => {
  expect(hasFewApprovals({ delivered: 100, approved: 19 })).toBe(true)
  expect(hasFewApprovals({ delivered: 100, approved: 20 })).toBe(false)
  expect(hasFewApprovals({ delivered: 99, approved: 0 })).toBe(false)
})

it('few approvals: outgoing steps count whose code we drew', () => {
  expect(counted('approved', delivered('flash'), delivered('voice'))).toEqual({ delivered: 2, approved: 1 })
  expect(counted('canceled', delivered('flash'), plannedStep('voice', 20))).toEqual({
    delivered: 1,
    approved: 0,
  })
  expect(counted('approved', delivered('flash', true))).toEqual({ delivered: 0, approved: 0 })
  expect(counted('approved', delivered('inbound'))).toEqual({ delivered: 0, approved: 0 })
})

it('few approvals: a call that asked for a key counts, whatever was pressed', () => {
  for (const reason of ['wrong key', 'no key pressed', 'hung up before the code']) {
    const step: Step = { ...plannedStep('voice', 20, { confirm: 'key' }), status: 'undelivered', reason }
    const isAsked = reason !== 'hung up before the code'
    expect(counted('failed', step)).toEqual({ delivered: isAsked ? 1 : 0, approved: 0 })
  }
})
