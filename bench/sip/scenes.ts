import type { Figures } from '../measure/figures.ts'
import { runNode } from './child.ts'
import { startCallee } from './sipp-callee.ts'

/** The name of the scene that others are compared with. */
export const floorName = 'bare SIP socket (floor)'
export const ourCore = 0
export const peerCore = 1

export interface FlashResult {
  readonly calls: number
  readonly seconds: number
  readonly lost: number
  readonly retransmitted: number
  readonly ringingAtOnce: number
  readonly cpuShare: number
  /** Of all threads, for one call. */
  readonly cpuMicroseconds: number
  readonly samples: readonly number[]
  readonly grantedBufferBytes: number
  /** What the callee took of its core. */
  readonly calleeShare: number
}

export const perSecond = (result: { calls: number; seconds: number }): number => result.calls / result.seconds

/** Starts a callee for one scene and ends it after. */
export async function withCallee<Result>(
  scene: (port: number) => Promise<Result>,
): Promise<Result & { readonly calleeShare: number }> {
  const callee = await startCallee(peerCore)
  try {
    const startMs = performance.now()
    const result = await scene(callee.port)
    return { ...result, calleeShare: callee.cpuUs() / 1000 / (performance.now() - startMs) }
  } finally {
    await callee.end()
  }
}

/** Our agent as the caller. */
export const flash = (
  calls: number,
  atOnce: number,
  callsPerSecond: number,
  ...flags: string[]
): Promise<FlashResult> =>
  withCallee((port) =>
    runNode<Omit<FlashResult, 'calleeShare'>>(ourCore, import.meta.resolve('./flash-agent.ts'), [
      port,
      calls,
      atOnce,
      callsPerSecond,
      ...flags,
    ]),
  )

type FloorResult = Pick<FlashResult, 'calls' | 'seconds' | 'cpuMicroseconds' | 'calleeShare'>

export const figuresOf = (scene: FloorResult): Figures => ({
  perSecond: perSecond(scene),
  cpuUs: scene.cpuMicroseconds,
  phonesShare: scene.calleeShare,
})

/** The bare socket as the caller. */
export const floor = (calls: number): Promise<FloorResult> =>
  withCallee((port) =>
    runNode<Omit<FloorResult, 'calleeShare'>>(ourCore, import.meta.resolve('./floor.ts'), [port, calls, 100]),
  )
