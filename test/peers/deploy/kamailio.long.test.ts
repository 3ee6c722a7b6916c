// deploy/kamailio.cfg with the real Kamailio: calls of a carrier reach a node that lives, calls of a node reach the carrier.
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Carrier } from '../../../server/src/telephony/simulator/carrier.ts'
import { type CallRig, quickTimes, startCallRig } from '../../calls/rig.ts'
import { runKamailio } from '../calls/kamailio-carrier.ts'
import { inboundOutcome, outcomeOf, startGateway } from '../calls/trunk-page.ts'
import { freePort, temporaryFolder } from '../interop/peer-process.ts'

const shipped = (name: string) => readFileSync(join(import.meta.dirname, '../../../deploy', name), 'utf8')
const carrierAddress = '127.0.0.2'
const port = freePort()
const folder = temporaryFolder()
let carrier: Carrier
let rig: CallRig
let endKamailio: () => Promise<void>
beforeAll(async () => {
  carrier = await startGateway([])
  rig = await startCallRig([{ name: 'north', port, settings: { ...quickTimes, flashRingMs: 800 } }], {
    RINGKEY_CALLBACK_ALLOW: '127.0.0.0/8',
  })
  await rig.store.addConfirmationNumbers({ numbers: ['74957770001'], demo: false })
  const list = join(folder.path, 'nodes.list')
  // The first node of the list is dead.
  const nodes = [`127.0.0.1:${freePort()}`, `127.0.0.1:${rig.sipPort}`]
  writeFileSync(
    list,
    shipped('kamailio-nodes.list')
      .replace('10.0.0.11:5060', nodes[0]!)
      .replace('10.0.0.12:5060', nodes[1]!)
      .replace(/^.*10\.0\.0\.13.*\n/m, ''),
  )
  const config = shipped('kamailio.cfg')
    .replace('"198.51.100.20"', `"${carrierAddress}"`)
    .replace('#!define CARRIER_PORT "5060"', `#!define CARRIER_PORT "${carrier.port}"`)
    .replace('listen=udp:203.0.113.5:5060', `listen=udp:127.0.0.1:${port}`)
    .replace('/etc/kamailio/kamailio-nodes.list', list)
  endKamailio = await runKamailio(config, port)
})
afterAll(async () => {
  await endKamailio?.()
  await rig?.stop()
  await carrier?.close()
  folder.remove()
})

it('deploy: a call of a carrier reaches the node that lives, also before Kamailio knows which one is dead', async () => {
  expect(await inboundOutcome(rig, carrier, port)).toEqual({
    heard: 'busy, as confirmation numbers are',
    status: 1,
  })
})

it('deploy: a flash call of a node goes through Kamailio and rings', async () => {
  expect(await outcomeOf(rig, '79161234567')).toEqual({ status: 1, reason: 'rang' })
})

it('deploy: Kamailio answers no INVITE of a stranger', async () => {
  const stranger = createSocket('udp4')
  stranger.bind(0, '127.0.0.3')
  await once(stranger, 'listening')
  const answers: string[] = []
  stranger.on('message', (message) => answers.push(String(message).split('\r\n')[0]!))
  const send = (method: string) =>
    stranger.send(
      [
        `${method} sip:74957770001@127.0.0.1:${port} SIP/2.0`,
        `Via: SIP/2.0/UDP 127.0.0.3:${stranger.address().port};branch=z9hG4bK${method}`,
        'From: <sip:79161112233@127.0.0.3>;tag=a',
        'To: <sip:74957770001@127.0.0.1>',
        `Call-ID: ${method}@127.0.0.3`,
        `CSeq: 1 ${method}`,
        'Max-Forwards: 70',
        'Content-Length: 0',
        '\r\n',
      ].join('\r\n'),
      port,
      '127.0.0.1',
    )
  send('INVITE')
  // The answer to the second request proves that the first one was read.
  send('OPTIONS')
  await expect.poll(() => answers).toEqual(['SIP/2.0 200 OK'])
  await sleep(200)
  expect(answers).toEqual(['SIP/2.0 200 OK'])
  stranger.close()
})
