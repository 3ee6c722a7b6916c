import type { Scenario } from '../callee.ts'
import type { RtpPhone } from '../rtp-phone.ts'

const t38 = [
  'v=0',
  'o=- 1 2 IN IP4 127.0.0.1',
  's=-',
  'c=IN IP4 127.0.0.1',
  't=0 0',
  'm=image 6000 udptl t38',
  'a=T38FaxVersion:0',
  '',
].join('\r\n')

/** The carrier takes the speech for a fax and offers T.38 (RFC 3362); refused, it goes on with audio. */
export const offersT38 =
  (phone: RtpPhone): Scenario =>
  async (call) => {
    call.say(180)
    call.say(200, { sdp: phone.sdp })
    await phone.hasHeard(50)
    const { status } = await call.ask('INVITE', { sdp: t38 })
    if (status < 300) await call.ask('BYE')
  }
