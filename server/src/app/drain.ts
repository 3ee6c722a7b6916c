import type { Server } from 'node:http'
import type { Server as TlsServer } from 'node:https'
import type { Clock } from '../platform/clock.ts'

const pollMs = 20

/** Waits until it is done or the time is over; idle connections are closed in the meantime. */
export async function drain(
  servers: readonly (Server | TlsServer)[],
  clock: Clock,
  isDone: () => boolean,
  timeoutMs: number,
): Promise<void> {
  const closeIdle = () => {
    for (const server of servers) server.closeIdleConnections()
  }
  await waitFor(clock, isDone, timeoutMs, closeIdle)
}

export async function waitFor(
  clock: Clock,
  isDone: () => boolean,
  timeoutMs: number,
  meanwhile: () => void = () => {},
): Promise<void> {
  const untilMs = clock.monotonicMs() + timeoutMs
  while (!isDone() && clock.monotonicMs() < untilMs) {
    meanwhile()
    await new Promise<void>((resolve) => clock.after(pollMs, resolve))
  }
}
