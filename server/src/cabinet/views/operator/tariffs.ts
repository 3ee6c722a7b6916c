import { type Static, Type } from 'typebox'
import { modes } from '../../../books/call.ts'
import { list, number, text, yes } from '../answer.ts'

export const tariffOfOperator = Type.Object({
  code: text,
  name: text,
  chargesFailed: yes,
  chargesSuspects: yes,
  chargesOnApproval: Type.Boolean({
    description: 'steps of /v2 are charged only when their call is approved',
  }),
  refusesOwnCodes: Type.Boolean({
    description:
      'with `chargesOnApproval`: steps with a code of the integrator are refused, not charged on delivery',
  }),
  prices: list(
    Type.Object(
      { mode: Type.Enum([...modes, 'checkPhone']), prefix: text, price: number },
      { description: 'roubles' },
    ),
  ),
  accountCount: Type.Integer(),
  /** The first of them. */
  accounts: list(Type.Object({ id: Type.Integer(), email: text })),
})
export type TariffOfOperator = Static<typeof tariffOfOperator>
