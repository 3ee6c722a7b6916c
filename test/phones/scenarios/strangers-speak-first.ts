import type { Scenario } from '../callee.ts'
import type { RtpPhone } from '../rtp-phone.ts'

/** The phone itself says nothing; a stranger sends packets to every port where a call may be. */
export const strangersSpeakFirst =
  (phone: RtpPhone, stranger: RtpPhone, ports: { readonly first: number; readonly last: number }): Scenario =>
  async (call) => {
    call.say(180)
    call.say(200, { sdp: phone.sdp })
    await call.wait(30)
    for (let round = 0; round < 25; round++) {
      for (let port = ports.first; port <= ports.last; port += 2)
        stranger.speak({ address: '127.0.0.1', port })
      await call.wait(20)
    }
  }
