import { expect, it } from 'vitest'
import { inheritedSockets } from './inherited-sockets.ts'

it.each([
  [{}, undefined],
  [{ LISTEN_PID: '7', LISTEN_FDS: '1' }, { primary: 3 }],
  [
    { LISTEN_PID: '7', LISTEN_FDS: '2' },
    { primary: 3, secondary: 4 },
  ],
  [{ LISTEN_PID: '8', LISTEN_FDS: '1' }, undefined],
  [{ LISTEN_PID: '7', LISTEN_FDS: '0' }, undefined],
])('inherited sockets: process 7 with %j has %j', (environment, expected) => {
  expect(inheritedSockets(environment, 7)).toEqual(expected)
})
