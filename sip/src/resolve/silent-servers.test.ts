import { expect, it } from 'vitest'
import { ManualClock } from '../../test/manual-clock.ts'
import type { Destination } from '../transport/transport.ts'
import { SilentServers } from './silent-servers.ts'

const server = (port: number): Destination => ({ transport: 'udp', address: '192.0.2.1', port })

async function ordered(silent: SilentServers, ...ports: number[]): Promise<number[]> {
  async function* all() {
    for (const port of ports) yield server(port)
  }
  const found: number[] = []
  for await (const { port } of silent.last(all())) found.push(port)
  return found
}

it('silent servers: are tried last until they answer or a minute has passed', async () => {
  const clock = new ManualClock()
  const silent = new SilentServers(clock)
  silent.noteSilence(server(1))
  silent.noteSilence(server(2))
  expect(await ordered(silent, 1, 2, 3)).toEqual([3, 1, 2])
  silent.noteAnswer(server(2))
  expect(await ordered(silent, 1, 2, 3)).toEqual([2, 3, 1])
  clock.advance(60_000)
  expect(await ordered(silent, 1, 2, 3)).toEqual([1, 2, 3])
})

it('silent servers: the list is bounded, and the oldest entry is dropped first', () => {
  const silent = new SilentServers(new ManualClock())
  for (let port = 1; port <= 1001; port++) silent.noteSilence(server(port))
  expect([silent.has(server(1)), silent.has(server(2)), silent.has(server(1001))]).toEqual([
    false,
    true,
    true,
  ])
})
