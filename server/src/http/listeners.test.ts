import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import type { Server as TlsServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { ManualClock } from '../../test/manual-clock.ts'
import { watchCertificate } from './listeners.ts'

const folder = mkdtempSync(join(tmpdir(), 'ringkey-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('reports certificate files that cannot be looked at once, keeps the old ones, and takes them when they are back', async () => {
  const tls = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') }
  for (const file of [tls.cert, tls.key]) writeFileSync(file, 'first')
  const clock = new ManualClock()
  const told: string[] = []
  const taken: string[] = []
  const server = {
    setSecureContext: ({ cert }: { cert: Buffer }) => taken.push(cert.toString()),
  } as unknown as TlsServer
  const timer = watchCertificate(server, tls, clock, {
    renewed: () => told.push('renewed'),
    refused: (error) => told.push(String((error as NodeJS.ErrnoException).code)),
  })
  await clock.advance(4_000)
  expect(told).toEqual([])
  rmSync(tls.cert)
  symlinkSync(tls.cert, tls.cert)
  await clock.advance(6_000)
  expect(told).toEqual(['ELOOP'])
  rmSync(tls.cert)
  writeFileSync(tls.cert, 'second')
  await clock.advance(2_000)
  timer.cancel()
  expect({ told, taken }).toEqual({ told: ['ELOOP', 'renewed'], taken: ['second'] })
})
