import type { Scenario } from '../callee.ts'
import type { RtpPhone } from '../rtp-phone.ts'

/** Every SDP stands in a multipart body beside ISUP (RFC 3204). */
export const sendsIsupBesideSdp =
  (phone: RtpPhone): Scenario =>
  async (call) => {
    call.say(180)
    call.say(200, { sdp: phone.sdp, withIsup: true })
  }
