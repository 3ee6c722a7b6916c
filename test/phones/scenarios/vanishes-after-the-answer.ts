import type { Scenario } from '../callee.ts'
import type { RtpPhone } from '../rtp-phone.ts'

/** What is heard of the carrier between its answer and its death. */
export type LastSign = 'nothing' | 'rtp' | 'rtcp'

/** The call is answered, and then the carrier is dead: it says nothing, not even to our BYE. */
export const vanishesAfterTheAnswer =
  (phone: RtpPhone, lastSign: LastSign): Scenario =>
  async (call) => {
    call.say(180)
    call.say(200, { sdp: phone.sdp })
    await call.heard('ACK')
    call.vanish()
    await phone.hasHeard(5)
    if (lastSign === 'rtp') phone.speak(call.callerRtp)
    if (lastSign === 'rtcp') phone.report(call.callerRtp)
  }
