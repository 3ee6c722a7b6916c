import type { Scenario } from '../callee.ts'
import type { RtpPhone } from '../rtp-phone.ts'

const timer = [
  ['Supported', 'timer'],
  ['Session-Expires', '90;refresher=uac'],
] as const

/** The answer starts a session timer (RFC 4028), and the carrier refreshes it in both ways. */
export const refreshesTheSession =
  (phone: RtpPhone): Scenario =>
  async (call) => {
    call.say(180)
    const headers = [['Require', 'timer'] as const, ['Session-Expires', '90;refresher=uas'] as const]
    call.say(200, { sdp: phone.sdp, headers })
    await phone.hasHeard(50)
    const update = await call.ask('UPDATE', { headers: timer })
    call.mark(`the UPDATE holds for ${update.headers.get('Session-Expires')}`)
    const reinvite = await call.ask('INVITE', { sdp: phone.sdp, headers: timer })
    call.mark(`the re-INVITE holds for ${reinvite.headers.get('Session-Expires')}`)
  }
