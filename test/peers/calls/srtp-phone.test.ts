// Encrypted speech from the request to the ear: baresip decrypts and records. A trunk with SRTP refuses plain audio
// (srtp-trunk.test.ts), so a code that was spoken over it was encrypted.
import { readWav } from '@ringkey/sip'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Authority } from '../../../sip/test/certificates.ts'
import { heardPieces, wholeSpeech } from '../../calls/heard-pieces.ts'
import { type CallRig, startCallRig } from '../../calls/rig.ts'
import { type Baresip, startBaresip } from '../interop/baresip.ts'

const phone = '79161234567'
const authority = new Authority()
let baresip: Baresip
let rig: CallRig

beforeAll(async () => {
  baresip = await startBaresip(phone, authority.issue('phone', 'IP:127.0.0.1'))
  const settings = {
    transport: 'tls',
    srtp: 'yes',
    caFile: authority.caFile,
    calledFormat: 'E164',
    // A phone needs a moment until its jitter buffer is full.
    speechDelayMs: 700,
  } as const
  rig = await startCallRig([{ name: 'secure', port: baresip.port, settings }])
})
afterAll(async () => {
  await rig.stop()
  await baresip.end()
  authority.remove()
})

it('initCall with voice over a TLS trunk with SRTP: baresip decrypts and hears every digit', async () => {
  const { id } = await rig.call(phone, { voice: 'true', code: '7305' })
  expect(await rig.ended(id, 40_000)).toMatchObject({ call_status: 1 })
  const { reason, details } = await rig.detailsOf(id)
  expect({ reason, suspect: details.suspect ?? false }).toEqual({ reason: 'spoken', suspect: false })
  expect(heardPieces(readWav(await baresip.heard(), 'pcma'), 'ru')).toEqual(wholeSpeech('7305'))
})
