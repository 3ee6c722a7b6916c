import type { Server } from 'node:http'
import type { Server as TlsServer } from 'node:https'
import type { Clock } from '../platform/clock.ts'

const stepMs = 20

/** Waits until it is done or patience ends; connections that have nothing to say are closed on the way. */
export async function drain(
  servers: readonly (Server | TlsServer)[],
  clock: Clock,
  isDone: () => boolean,
  patienceMs: number,
): Promise<void> {
  const untilMs = clock.monotonicMs() + patienceMs
  while (!isDone() && clock.monotonicMs() < untilMs) {
    for (const server of servers) server.closeIdleConnections()
    await new Promise<void>((resolve) => clock.after(stepMs, resolve))
  }
}
