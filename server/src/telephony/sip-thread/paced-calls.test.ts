import { afterEach, describe, expect, it } from 'vitest'
import { closeAll, place, startPeer, startSip, trunkAt } from '../../../test/sip-and-peer.ts'
import { noShare, wholeShare } from '../limits/share.ts'

afterEach(closeAll)

const routes = [
  {
    trunk: 'north',
    called: '+79161234567',
    caller: '+74951230042',
    earlyMediaRings: false,
    sendsMedia: false,
  },
]

describe('a trunk that takes one call per second', () => {
  it('gets the next INVITE a second later, and the response timeout starts then', async () => {
    const peer = await startPeer()
    const { sip, events } = await startSip()
    sip.send({ kind: 'trunks', trunks: [trunkAt(peer.port, { callsPerSecond: 1 })] })
    sip.send({ ...place, id: 1, routes })
    sip.send({ ...place, id: 2, routes })
    const decided = () => events.flatMap((event) => (event.kind === 'decided' ? [event] : []))
    await expect.poll(() => decided().length).toBe(2)
    const [first, second] = decided().map(({ result }) => result)
    expect(first!.placedMs).toBeLessThan(1_000)
    expect(second!.placedMs).toBeGreaterThanOrEqual(1_000)
    expect(second!.pddMs).toBeLessThan(1_000)
    expect(second!.ladder[0]).toBe('0 > INVITE')
    expect(second!.verdict).toMatchObject({ completed: true, reason: 'rang' })
  })

  it('never gets a call that is given up in the queue, nor one of a node without a share', async () => {
    const peer = await startPeer()
    const { sip, events } = await startSip()
    sip.send({ kind: 'trunks', trunks: [trunkAt(peer.port, { callsPerSecond: 1 })] })
    sip.send({
      kind: 'share',
      held: { share: noShare, untilMs: Number.POSITIVE_INFINITY, version: 7 },
    })
    expect(events).toEqual([{ kind: 'share-known', version: 7, isWithin: true }])
    sip.send({ ...place, routes })
    sip.send({ kind: 'give-up', id: 1, unlessAnswered: false })
    expect(events.slice(1)).toMatchObject([
      { kind: 'decided', result: { verdict: { completed: false }, ladder: [] } },
      { kind: 'settled', verdict: { completed: false, reason: 'stopped' } },
      { kind: 'released', leg: 0 },
    ])
    sip.send({ kind: 'share', held: { share: wholeShare, untilMs: 0, version: 8 } })
    sip.send({ ...place, id: 2, routes })
    sip.send({ kind: 'trunks', trunks: [] })
    expect(events.at(-1)).toMatchObject({ kind: 'settled', verdict: { reason: 'trunk full' } })
    expect(peer.invites).toEqual([])
  })
})

it('a call that is given up in the moment in which it is placed has sent nothing, and its attempt says so', async () => {
  const peer = await startPeer()
  const { sip, events } = await startSip()
  sip.send({ kind: 'trunks', trunks: [trunkAt(peer.port)] })
  sip.send({ ...place, routes })
  sip.send({ kind: 'give-up', id: 1, unlessAnswered: false })
  await expect.poll(() => events.at(-1)?.kind).toBe('released')
  const [decided] = events.flatMap((event) => (event.kind === 'decided' ? [event.result] : []))
  expect(decided).toMatchObject({ stage: 'unsent', ladder: [], verdict: { reason: 'stopped' } })
  expect(peer.invites).toEqual([])
})
