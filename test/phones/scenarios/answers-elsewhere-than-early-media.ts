import type { Scenario } from '../callee.ts'
import type { RtpPhone } from '../rtp-phone.ts'

/** Early media comes from one place, the answer names another, and a late packet of the first one follows. */
export const answersElsewhereThanEarlyMedia =
  (announcer: RtpPhone, phone: RtpPhone): Scenario =>
  async (call) => {
    call.say(183, { sdp: announcer.sdp })
    for (let packet = 0; packet < 5; packet++) {
      announcer.speak(call.callerRtp)
      await call.wait(20)
    }
    call.say(200, { sdp: phone.sdp })
    await call.wait(50)
    announcer.speak(call.callerRtp)
  }
