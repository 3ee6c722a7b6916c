import type { CalleeCall, Scenario } from '../callee.ts'
import type { RtpPhone } from '../rtp-phone.ts'

/** Media moves to another gateway in the middle of the speech. */
export const movesMediaAfterTheAnswer =
  (first: RtpPhone, second: RtpPhone, move: (call: CalleeCall, sdp: string) => Promise<unknown>): Scenario =>
  async (call) => {
    call.say(180)
    call.say(200, { sdp: first.sdp })
    await first.hasHeard(50)
    await move(call, second.sdp)
    call.mark(`first phone had heard ${first.packets}`)
  }

export const byReinvite = (call: CalleeCall, sdp: string) => call.ask('INVITE', { sdp })
export const byUpdate = (call: CalleeCall, sdp: string) => call.ask('UPDATE', { sdp })
/** The re-INVITE asks for our offer, the ACK answers it (third-party call control, RFC 3725). */
export const byReinviteWithoutOffer = (call: CalleeCall, sdp: string) => call.ask('INVITE', {}, { sdp })
