// INVITEs above 1,300 bytes on a trunk over UDP (RFC 3261 18.1.1).
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Callee, startCallee } from '../phones/callee.ts'
import { rings } from '../phones/scenarios/rings.ts'
import { startTcpCallee, type TcpCallee } from '../phones/tcp-callee.ts'
import { type CallRig, startCallRig, type TestTrunk } from './rig.ts'

const carriers: Callee[] = []
const streams: TcpCallee[] = []
let rig: CallRig

beforeAll(async () => {
  for (const hasTcp of [false, true, true]) {
    if (hasTcp) await startOnBothTransports()
    else carriers.push(await startCallee(rings))
  }
  const trunkAt = (index: number, name: string, tcpForLarge: boolean): TestTrunk => ({
    name,
    port: carriers[index]!.port,
    settings: {
      prefixes: [`7916${index}`],
      tcpForLarge,
      flashRingMs: 300,
      trustDomain: true,
      callerPlaces: ['from', 'pai', 'ppi', 'rpid', 'diversion'],
      fromDomain: `${'a-very-long-domain.'.repeat(6)}example`,
    },
  })
  rig = await startCallRig([
    trunkAt(0, 'datagrams-alone', true),
    trunkAt(1, 'both', true),
    trunkAt(2, 'both-but-udp-is-wanted', false),
  ])
})
afterAll(async () => {
  await rig.stop()
  for (const carrier of [...carriers, ...streams]) await carrier.close()
})

/** The port that UDP was given may be taken on TCP: then another is asked for. */
async function startOnBothTransports(): Promise<void> {
  const carrier = await startCallee(rings)
  const stream = await startTcpCallee({ port: carrier.port }).catch(() => undefined)
  if (stream === undefined) {
    await carrier.close()
    return startOnBothTransports()
  }
  carriers.push(carrier)
  streams.push(stream)
}

async function flash(phone: string): Promise<string> {
  const { id } = await rig.call(phone)
  await rig.ended(id)
  return (await rig.detailsOf(id)).reason
}

it('large INVITE, the carrier takes TCP: goes there by TCP, and so does its CANCEL', async () => {
  expect(await flash('79161234567')).toBe('rang')
  expect(streams[0]!.answered.map(({ method }) => method)).toEqual(
    expect.arrayContaining(['INVITE', 'CANCEL']),
  )
  expect(carriers[1]!.calls).toHaveLength(0)
})

it('large INVITE, the carrier refuses TCP: goes there by UDP after all', async () => {
  expect(await flash('79160234567')).toBe('rang')
  expect(carriers[0]!.calls).toHaveLength(1)
})

it('large INVITE, the operator keeps the trunk on UDP: TCP is not tried', async () => {
  expect(await flash('79162234567')).toBe('rang')
  expect(carriers[2]!.calls).toHaveLength(1)
  expect(streams[1]!.answered).toEqual([])
})
