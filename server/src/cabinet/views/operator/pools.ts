import { type Static, Type } from 'typebox'
import { list, orNull, text, yes } from '../answer.ts'

const coverageView = Type.Object({
  prefix: Type.String({ description: '"" is everywhere that no longer prefix names' }),
  trunks: list(text),
  codes: Type.Integer(),
  verdict: Type.Enum(['enough', 'alarm', 'refuse']),
  map: Type.String({
    description: '10,000 bits in base64, the first of a byte is the highest: code n is bit n',
  }),
})
export type CoverageView = Static<typeof coverageView>

export const poolsView = Type.Object({
  trunks: list(Type.Object({ name: text, demo: yes, enabled: yes, incomingCalls: yes })),
  ranges: list(
    Type.Object({
      first: text,
      last: text,
      trunk: text,
      numbers: Type.Integer(),
      demo: yes,
      label: Type.String({
        description: 'what phones show beside these numbers, as agreed with the network',
      }),
      category: text,
    }),
  ),
  coverage: list(coverageView),
  coverageLeftOut: Type.Integer({ description: 'rows of `coverage` that are not shown' }),
  confirmation: list(
    Type.Object({
      number: text,
      demo: yes,
      trunks: Type.Unsafe<readonly string[]>(
        Type.Array(text, { description: 'none is any trunk that takes incoming calls' }),
      ),
      tollFree: yes,
      countries: Type.Unsafe<readonly string[]>(
        Type.Array(text, { description: 'whose people alone get it; none is everybody' }),
      ),
      thanks: yes,
    }),
  ),
  use: orNull(
    Type.Object(
      { calls: Type.Integer(), tooSoon: Type.Integer() },
      { description: 'calls of this node, and those that showed a number before it had rested a minute' },
    ),
  ),
})
