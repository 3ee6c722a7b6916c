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
  expect(inheritedSockets(environment, 7, 8081)).toEqual(expected)
})

it.each([
  ['2', 0, 'at most 1 ListenStream= in ringkey.socket, because RINGKEY_ALT_PORT is 0'],
  ['3', 8081, 'at most 2 ListenStream= in ringkey.socket'],
])('inherited sockets: %s with the secondary port %i are refused', (count, port, expected) => {
  const environment = { LISTEN_PID: '7', LISTEN_FDS: count }
  expect(() => inheritedSockets(environment, 7, port)).toThrow(
    `systemd passed ${count} sockets: expected ${expected}`,
  )
})
