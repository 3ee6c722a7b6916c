import { expect, it } from 'vitest'
import { refusalProblem } from './refusals.ts'

it('/v2, no trunk has a free channel: 503 says so, and not that the service is overloaded', () => {
  const { status, code, retryAfterSeconds } = refusalProblem({ why: 'full', retryAfterMs: 0 })
  expect([status, code, retryAfterSeconds]).toEqual([503, 'channels_in_use', 1])
})
