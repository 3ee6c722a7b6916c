import type { Scenario } from '../callee.ts'
import type { RtpPhone } from '../rtp-phone.ts'

/** Holds the call in the middle of the speech for a second, in one of the ways to do that, and resumes it. */
export const holdsAndResumes =
  (phone: RtpPhone, method: 'INVITE' | 'UPDATE', hold: Parameters<RtpPhone['describe']>[0]): Scenario =>
  async (call) => {
    call.say(180)
    call.say(200, { sdp: phone.sdp })
    await phone.hasHeard(50)
    await call.ask(method, { sdp: phone.describe(hold) })
    // What was on its way.
    await call.wait(50)
    const before = phone.packets
    await call.wait(1_000)
    call.mark(`packets on hold: ${phone.packets - before}`)
    await call.ask(method, { sdp: phone.sdp })
  }
