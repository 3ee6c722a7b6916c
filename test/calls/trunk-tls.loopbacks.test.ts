// Carriers over TLS whose certificates come from an authority of their own.
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Authority } from '../../sip/test/certificates.ts'
import { startTcpCallee, type TcpCallee } from '../phones/tcp-callee.ts'
import { type CallRig, startCallRig } from './rig.ts'

const authority = new Authority()
const callees: TcpCallee[] = []
let rig: CallRig

beforeAll(async () => {
  const caFiles = [authority.caFile, null, join(authority.folder, 'missing.pem')]
  const addresses = caFiles.map((_, index) => `127.0.0.${index + 1}`)
  for (const address of addresses)
    callees.push(await startTcpCallee({ address, tls: authority.issue(address, `IP:${address}`) }))
  rig = await startCallRig(
    caFiles.map((caFile, index) => ({
      name: `trunk-${index}`,
      port: callees[index]!.port,
      settings: {
        transport: 'tls',
        host: addresses[index]!,
        caFile,
        flashRingMs: 300,
        prefixes: [`7916123456${index}`],
      } as const,
    })),
  )
})
afterAll(async () => {
  await rig.stop()
  for (const callee of callees) await callee.close()
  authority.remove()
})

async function flash(index: number) {
  const { id } = await rig.call(`7916123456${index}`)
  await rig.ended(id)
  const { reason, details } = await rig.detailsOf(id)
  return { reason, ladder: details.attempts.flatMap(({ ladder }) => ladder).join('; ') }
}

it('trunk over TLS, its CA file names the authority of the carrier: the call rings', async () => {
  expect((await flash(0)).reason).toBe('rang')
})

it('trunk over TLS, no CA file and an authority that nobody trusts: the call fails and says why', async () => {
  const { reason, ladder } = await flash(1)
  expect(reason).toBe('route fault')
  expect(ladder).toMatch(/! tls: (unable to|self-signed)/)
})

it('trunk over TLS, CA file that is not there: the call fails and names the file', async () => {
  const { reason, ladder } = await flash(2)
  expect(reason).toBe('route fault')
  expect(ladder).toMatch(/! tls: CA file .*missing.pem cannot be used: ENOENT/)
})
