import type { Scenario } from '../callee.ts'
import type { RtpPhone } from '../rtp-phone.ts'

/** The answer to the offer is in a reliable 183; the 200 has no body (RFC 3262 5). */
export const answersInAReliable183 =
  (phone: RtpPhone): Scenario =>
  async (call) => {
    const headers = [
      ['Require', '100rel'],
      ['RSeq', '1'],
    ] as const
    call.say(183, { sdp: phone.sdp, headers })
    await call.heard('PRACK')
    call.say(200)
  }
