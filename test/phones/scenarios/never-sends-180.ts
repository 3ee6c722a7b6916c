import type { Scenario } from '../callee.ts'

/** 183 is all that comes while the phone rings. Called numbers that end with 1 are answered after a while. */
export const neverSends180: Scenario = async (call) => {
  call.say(100)
  call.say(183)
  if (!/1@/.test(call.invite.uri.toString())) return
  // Well above the second that a 183 has to last to count, on a busy machine too.
  await call.wait(1_800)
  call.say(200)
}
