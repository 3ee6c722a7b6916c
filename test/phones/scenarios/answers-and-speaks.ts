import type { Scenario } from '../callee.ts'
import type { RtpPhone } from '../rtp-phone.ts'

/** Whoever answers speaks first, in A-law, and then listens. An empty sound is somebody who only sends silence. */
export const answersAndSpeaks =
  (phone: RtpPhone, sound: Uint8Array): Scenario =>
  async (call) => {
    call.say(180)
    call.say(200, { sdp: phone.sdp })
    await call.heard('ACK')
    await phone.say(sound, call.callerRtp)
    call.mark('has spoken')
    const silence = new Uint8Array(8_000).fill(0xd5)
    let isOver = false
    void call.heard('BYE').then(() => {
      isOver = true
    })
    while (!isOver) await phone.say(silence, call.callerRtp)
  }
