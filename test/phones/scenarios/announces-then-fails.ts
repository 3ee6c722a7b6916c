import type { Scenario } from '../callee.ts'

/** 183 with an announcement ("the subscriber is not available"), then the failure. */
export const announcesThenFails =
  (status: number, reason?: string): Scenario =>
  async (call) => {
    call.say(100)
    call.say(183)
    await call.wait(1_100)
    call.say(status, reason === undefined ? {} : { headers: [['Reason', reason]] })
  }
