import type { Scenario } from '../callee.ts'

/** The phone rings, and somebody declines the call. */
export const declinesWhileRinging: Scenario = async (call) => {
  call.say(180)
  await call.wait(1_100)
  call.say(603, { headers: [['Reason', 'Q.850;cause=21;text="declined by 79161234567"']] })
}
