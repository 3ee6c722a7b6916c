import type { Scenario } from '../callee.ts'

/** 183, then a 183 whose Reason names the failure; the announcement is played until we hang up. */
export const namesAFailureIn183: Scenario = async (call) => {
  call.say(183)
  await call.wait(100)
  call.say(183, { headers: [['Reason', 'Q.850;cause=20']] })
}
