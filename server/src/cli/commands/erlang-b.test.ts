import { expect, it } from 'vitest'
import { channelsFor } from './capacity.ts'

// Points of the published Erlang B tables: traffic offered at 1 % and at 0.1 % blocking.
it.each([
  [4.46, 0.01, 10],
  [12.03, 0.01, 20],
  [84.06, 0.01, 100],
  [3.09, 0.001, 10],
])('Erlang B: %f erlangs at a blocking of %f need %i channels', (offered, blocking, channels) => {
  expect(channelsFor(offered, blocking).channels).toBe(channels)
})

it('Erlang B: returns one channel for hardly any traffic', () => {
  expect(channelsFor(0, 0.01).channels).toBe(1)
})
