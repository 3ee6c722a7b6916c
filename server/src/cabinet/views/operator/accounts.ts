import { type Static, Type } from 'typebox'
import { modes } from '../../../books/call.ts'
import { roles } from '../../../storage/queries/people.ts'
import { list, number, text, time, yes } from '../answer.ts'
import { happened } from './actions.ts'

const accountLine = Type.Object(
  {
    id: Type.Integer(),
    email: text,
    status: Type.Enum(['active', 'blocked']),
    phoneConfirmed: yes,
    tariff: text,
    demo: yes,
    balance: number,
    held: number,
    services: Type.Integer(),
    lastRequestAt: Type.Integer({ description: '0 when none of its services was ever called' }),
    createdAt: time,
  },
  { description: 'Money is in the currency of the installation' },
)
export type AccountLine = Static<typeof accountLine>

export const accountsView = Type.Object({
  items: list(accountLine),
  total: Type.Integer({ description: 'all that match, also those that are not shown' }),
})

export const capView = Type.Object(
  { scope: text, perHour: number, perDay: number },
  { description: '0 means no cap' },
)
export type CapView = Static<typeof capView>

export const accountDetail = Type.Object({
  account: accountLine,
  tariffs: list(Type.Object({ code: text, name: text })),
  services: list(
    Type.Object({
      id: Type.Integer(),
      name: text,
      status: Type.Enum(['active', 'off', 'archived']),
      legacyRepeats: yes,
      requestsPerSecond: Type.Union([Type.Integer(), Type.Null()], {
        description: 'null: as the installation says',
      }),
      lastRequestAt: time,
      cap: capView,
    }),
  ),
  cap: capView,
  party: Type.String({ description: 'how it is named on statements; empty for its e-mail' }),
  members: list(Type.Object({ email: text, role: Type.Enum(roles) })),
  actions: list(Type.Object({ ...happened, userAgent: text, ip: text, createdAt: time })),
})

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
      { description: 'in the currency of the installation' },
    ),
  ),
  accountCount: Type.Integer(),
  /** The first of them. */
  accounts: list(Type.Object({ id: Type.Integer(), email: text })),
})
