import { X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeSelfSigned } from '../../../../sip/test/certificates.ts'
import { readSettings } from '../../config/settings.ts'
import { dayMs } from '../../platform/clock.ts'
import { checkCertificate } from './check-settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'ringkey-'))
const at = (name: string) => join(folder, name)
const make = (name: string) =>
  writeSelfSigned(
    { certFile: at(`${name}.crt`), keyFile: at(`${name}.key`) },
    { subject: 'localhost', days: 30 },
  )
const check = (cert: string, key: string, now: number) =>
  checkCertificate(readSettings({ RINGKEY_TLS_CERT: at(cert), RINGKEY_TLS_KEY: at(key) }), now)
let endsAt = 0
beforeAll(() => {
  make('one')
  make('two')
  endsAt = new X509Certificate(readFileSync(at('one.crt'))).validToDate.getTime()
})
afterAll(() => rmSync(folder, { recursive: true }))

it('doctor, certificate: in order while valid for long, warns two weeks before its end, fails after it', () => {
  expect(check('one.crt', 'one.key', endsAt - 15 * dayMs)[0]!.level).toBe('ok')
  expect(check('one.crt', 'one.key', endsAt - 13 * dayMs)[0]!.level).toBe('warn')
  expect(check('one.crt', 'one.key', endsAt + 1)[0]!.level).toBe('fail')
})

it('doctor, certificate: notices the key of another certificate and a missing file', () => {
  expect(check('one.crt', 'two.key', 0)[0]!.says).toContain('is not the key of')
  expect(check('none.crt', 'one.key', 0)[0]!.says).toContain('ENOENT')
})
