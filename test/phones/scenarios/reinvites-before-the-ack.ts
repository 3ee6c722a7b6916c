import type { Scenario } from '../callee.ts'
import type { RtpPhone } from '../rtp-phone.ts'

/** A second re-INVITE comes before the ACK of the first one. */
export const reinvitesBeforeTheAck =
  (phone: RtpPhone): Scenario =>
  async (call) => {
    call.say(180)
    call.say(200, { sdp: phone.sdp })
    await phone.hasHeard(50)
    const first = await call.ask('INVITE', { sdp: phone.sdp }, 'none')
    const second = await call.ask('INVITE', { sdp: phone.describe({ lines: ['a=sendonly'] }) })
    call.mark(`Retry-After is told: ${second.headers.get('Retry-After') !== undefined}`)
    call.acknowledge(first)
  }
