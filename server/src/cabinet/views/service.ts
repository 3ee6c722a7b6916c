import { type Static, Type } from 'typebox'
import type { VelocityReason } from '../../books/velocity.ts'
import { time } from './answer.ts'

const reasons: VelocityReason[] = ['new-country', 'new-prefix', 'burst', 'conversion']

/** A destination that a service may not call after unusual traffic. */
export const pausedView = Type.Object({
  serviceId: Type.Integer(),
  prefix: Type.String({
    description: 'digits, the two letters of a country, or `operator:` and the name of a network operator',
  }),
  reason: Type.Enum(reasons),
  calls: Type.Integer({ description: 'in the hour of the pause' }),
  expected: Type.Number({ description: "what the account's past allowed to expect" }),
  pausedAt: time,
})
export type PausedView = Static<typeof pausedView>
