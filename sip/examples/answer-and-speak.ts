import {
  type IncomingCall,
  Media,
  openTransports,
  sdpBody,
  sdpOf,
  systemClock,
  UserAgent,
} from '@ringkey/sip'

/** Answers every call, says the prompt (A-law, 8 kHz) and hangs up. */
export async function answerAndSpeak(
  prompt: Uint8Array,
  sipPort: number,
  rtpPorts: [first: number, last: number],
) {
  const transport = await openTransports({
    clock: systemClock,
    listen: [
      { transport: 'udp', address: '127.0.0.1', port: sipPort },
      { transport: 'tcp', address: '127.0.0.1', port: sipPort },
    ],
  })
  const media = new Media({
    bindAddress: '127.0.0.1',
    ports: { firstPort: rtpPorts[0], lastPort: rtpPorts[1] },
  })
  return new UserAgent({ transport, onCall: (call) => void speak(call, media, prompt) })
}

async function speak(call: IncomingCall, media: Media, prompt: Uint8Array): Promise<void> {
  call.ring()
  const audio = await media.open()
  void call.ended.then(() => audio.close())
  const answer = audio.answer(sdpOf(call.request) ?? '')
  if (answer === undefined) {
    call.reject(488)
    return
  }
  call.answer({ body: sdpBody(answer) })
  await audio.play({ law: 'pcma', bytes: prompt })
  call.hangUp()
}
