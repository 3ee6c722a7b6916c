import { Media, sdpBody, sdpOf } from '@ringkey/sip'
import { afterEach, expect, it } from 'vitest'
import {
  closeAll,
  fastClock,
  kinds,
  peersKnown,
  sipSettings,
  startPeer,
  startSip,
  trunkAt,
} from '../../../test/sip-and-peer.ts'

const tollFree = '78005550001'
afterEach(closeAll)

async function openLine(clock = fastClock) {
  const peer = await startPeer()
  const { sip, events } = await startSip(clock)
  sip.send({ kind: 'trunks', trunks: [{ ...trunkAt(peer.port), thanked: [tollFree] }] })
  await peersKnown()
  const media = await new Media({ bindAddress: '127.0.0.1', ports: sipSettings().rtpPorts }).open()
  const dial = (called = tollFree, offer: string | undefined = media.offer()) =>
    peer.agent.call({
      to: `sip:+${called}@127.0.0.1:${sip.port}`,
      from: 'sip:+79161234567@x.example',
      ...(offer === '' ? {} : { body: sdpBody(offer) }),
      onAnswer: (response) => void media.accept(sdpOf(response)!),
    })
  /** The id of the newest call that was reported. */
  const reported = async (count = 1) => {
    const incoming = () => events.filter((event) => event.kind === 'incoming')
    await expect.poll(() => incoming().length).toBe(count)
    return incoming().at(-1)!
  }
  return { sip, events, dial, reported, media, peer }
}

it('a thank-you: the call is answered when it is decided, hears it, is confirmed by its ACK and hung up', async () => {
  const { sip, events, dial, reported, media } = await openLine()
  const call = dial()
  const { id, awaitsDecision } = await reported()
  expect([awaitsDecision, call.session]).toEqual([true, undefined])
  sip.send({ kind: 'decide-incoming', id, thanks: { language: 'ru' } })
  expect(await call.ended).toMatchObject({ kind: 'hung-up', by: 'peer' })
  expect(media.stream.counts.received).toBeGreaterThan(0)
  expect(kinds(events)).toEqual(['incoming', 'confirmed'])
  media.close()
})

it('a thank-you: a call that is not decided for it, or in time, is busy as any other', async () => {
  const { sip, events, dial, reported, media } = await openLine()
  const busy = { kind: 'rejected', response: { status: 486 } }
  const refused = dial()
  sip.send({ kind: 'decide-incoming', id: (await reported()).id, thanks: null })
  expect(await refused.ended).toMatchObject(busy)
  expect(await dial().ended).toMatchObject(busy)
  const silent = dial(tollFree, '')
  sip.send({ kind: 'decide-incoming', id: (await reported(3)).id, thanks: { language: 'ru' } })
  expect(await silent.ended).toMatchObject(busy)
  const other = dial('74951230001')
  expect((await reported(4)).awaitsDecision).toBe(false)
  expect(await other.ended).toMatchObject(busy)
  await expect.poll(() => kinds(events).filter((kind) => kind === 'confirmed').length).toBe(4)
  media.close()
})

it('a thank-you: a caller who hangs up before the decision has confirmed nothing', async () => {
  const { sip, events, dial, reported, media } = await openLine()
  const call = dial()
  const { id } = await reported()
  call.hangUp()
  await call.ended
  sip.send({ kind: 'decide-incoming', id, thanks: { language: 'ru' } })
  await expect.poll(() => kinds(events)).toEqual(['incoming', 'unconfirmed'])
  media.close()
})
