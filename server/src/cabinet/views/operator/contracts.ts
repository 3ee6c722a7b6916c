import { Type } from 'typebox'
import { list, number, orNull, text } from '../answer.ts'

const party = {
  country: text,
  network: Type.String({ description: 'the called network; "" when it is with the carrier of a trunk' }),
  trunk: text,
}

export const contractsView = Type.Object({
  contracts: list(
    Type.Object({
      document: text,
      ...party,
      ranges: list(text),
      lastDay: Type.String({ description: 'the last day, by UTC' }),
      label: text,
      price: Type.Number({ description: 'roubles for each attempt' }),
      note: text,
      daysLeft: Type.Integer({ description: 'negative once it has ended' }),
    }),
  ),
  lacking: list(
    Type.Object(
      {
        ...party,
        first: text,
        last: text,
        trunks: list(text),
        ended: orNull(Type.Object({ document: text, lastDay: text })),
      },
      { description: 'numbers of the pool about which no contract with this party is valid' },
    ),
  ),
  lackingLeftOut: number,
})
