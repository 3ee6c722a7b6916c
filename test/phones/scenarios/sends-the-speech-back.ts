import type { Scenario } from '../callee.ts'
import type { RtpPhone } from '../rtp-phone.ts'

/** An echo service: what is spoken comes back. */
export const sendsTheSpeechBack =
  (phone: RtpPhone): Scenario =>
  async (call) => {
    call.say(180)
    phone.echo()
    call.say(200, { sdp: phone.sdp })
  }
