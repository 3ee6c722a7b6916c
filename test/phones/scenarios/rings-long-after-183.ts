import type { Scenario } from '../callee.ts'

/** 183 at once, and the phone rings only later: flash calls ended before it did. */
export const ringsLongAfter183 =
  (ringsAfterMs: number): Scenario =>
  async (call) => {
    call.say(100)
    call.say(183)
    await call.wait(ringsAfterMs)
    call.say(180)
  }
