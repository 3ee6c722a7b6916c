import { afterEach, describe, expect, it } from 'vitest'
import { closeAll, place, startLine, startPeer, trunkAt } from '../../../test/line-and-peer.ts'
import { noShare, wholeShare } from '../limits/share.ts'

afterEach(closeAll)

describe('a trunk that takes one call a second', () => {
  const routes = [
    {
      trunk: 'north',
      called: '+79161234567',
      caller: '+74951230042',
      earlyMediaRings: false,
      sendsMedia: false,
    },
  ]

  it('gets the next INVITE a second later, and the response timeout starts then', async () => {
    const peer = await startPeer()
    const { line, reports } = await startLine()
    line.order({ kind: 'trunks', trunks: [trunkAt(peer.port, { callsPerSecond: 1 })] })
    line.order({ ...place, id: 1, routes })
    line.order({ ...place, id: 2, routes })
    const decided = () => reports.flatMap((report) => (report.kind === 'decided' ? [report] : []))
    await expect.poll(() => decided().length).toBe(2)
    const [first, second] = decided().map(({ report }) => report)
    expect(first!.placedMs).toBeLessThan(1_000)
    expect(second!.placedMs).toBeGreaterThanOrEqual(1_000)
    expect(second!.pddMs).toBeLessThan(1_000)
    expect(second!.ladder[0]).toBe('0 > INVITE')
    expect(second!.verdict).toMatchObject({ completed: true, reason: 'rang' })
  })

  it('never gets a call that is given up in the queue, nor one of a node without a share', async () => {
    const peer = await startPeer()
    const { line, reports } = await startLine()
    line.order({ kind: 'trunks', trunks: [trunkAt(peer.port, { callsPerSecond: 1 })] })
    line.order({
      kind: 'share',
      held: { share: noShare, untilMs: Number.POSITIVE_INFINITY, version: 7 },
    })
    expect(reports).toEqual([{ kind: 'share-known', version: 7 }])
    line.order({ ...place, routes })
    line.order({ kind: 'give-up', id: 1, unlessAnswered: false })
    expect(reports.slice(1)).toMatchObject([
      { kind: 'decided', report: { verdict: { completed: false }, ladder: [] } },
      { kind: 'settled', verdict: { completed: false, reason: 'stopped' } },
      { kind: 'released', leg: 0 },
    ])
    line.order({ kind: 'share', held: { share: wholeShare, untilMs: 0, version: 8 } })
    line.order({ ...place, id: 2, routes })
    line.order({ kind: 'trunks', trunks: [] })
    expect(reports.at(-1)).toMatchObject({ kind: 'settled', verdict: { reason: 'trunk full' } })
    expect(peer.invites).toEqual([])
  })
})
