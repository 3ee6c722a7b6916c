import type { Scenario } from '../callee.ts'
import type { RtpPhone } from '../rtp-phone.ts'

/** The `c=` line of the answer has a host name (RFC 8866 5.7). */
export const namesAHostInSdp =
  (phone: RtpPhone, host: string): Scenario =>
  async (call) => {
    call.say(180)
    call.say(200, { sdp: phone.describe({ address: host }) })
  }
