import { Type } from 'typebox'
import { list, number, text, time } from '../answer.ts'
import { pausedView } from '../service.ts'
import { capView } from './accounts.ts'

export const protectionView = Type.Object({
  blocked: list(Type.Object({ address: text, note: text, createdAt: time })),
  prefixes: list(Type.Object({ prefix: text, note: text, createdAt: time })),
  doNotCall: Type.Object({
    total: Type.Integer(),
    entries: list(Type.Object({ phoneMask: text, since: time, reason: text })),
  }),
  caps: list(
    Type.Object({
      ...capView.properties,
      owner: Type.String({ description: 'whose it is; "" for a destination' }),
    }),
  ),
  paused: list(pausedView),
  limits: Type.Object({
    gapSeconds: number,
    perMinute: number,
    perDay: number,
    blockHours: number,
    ratePerAddress: Type.Number({ description: 'requests per second without a valid key; 0 is no limit' }),
    ratePerService: Type.Number({ description: 'requests per second with its keys; 0 is no limit' }),
  }),
})
