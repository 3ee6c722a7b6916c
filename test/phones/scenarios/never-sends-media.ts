import type { Scenario } from '../callee.ts'

/** The call is answered with this SDP; its BYE is answered too, and no RTP or RTCP ever comes. */
export const neverSendsMedia =
  (sdp: string): Scenario =>
  async (call) => {
    call.say(180)
    call.say(200, { sdp })
  }
