import { X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { writeSelfSigned } from '../../../sip/test/certificates.ts'
import { ManualClock } from '../../test/manual-clock.ts'
import { ActiveAlarms, countRefusedKeys } from '../alarms/active-alarms.ts'
import { dayMs, minuteMs } from '../platform/clock.ts'
import { watchMachine } from './watch-machine.ts'

const folder = mkdtempSync(join(tmpdir(), 'ringkey-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('alarms: a nearly full disk raises one, until there is room again', async () => {
  const clock = new ManualClock()
  const alarms = new ActiveAlarms(clock)
  let freeBytes = 1024 ** 3
  const free = async () => ({ freeBytes, sizeBytes: 100 * 1024 ** 3 })
  const look = watchMachine({ alarms, clock, dataFolder: folder, certificateFile: undefined, free })
  await look()
  expect(alarms.current()).toMatchObject([{ kind: 'disk-low', facts: { megabytes: 1024 } }])
  freeBytes = 50 * 1024 ** 3
  await clock.advance(minuteMs)
  await look()
  expect(alarms.current()).toEqual([])
})

it('alarms: a certificate that ends within two weeks raises one', async () => {
  const [cert, key] = [join(folder, 'a.crt'), join(folder, 'a.key')]
  writeSelfSigned({ certFile: cert, keyFile: key }, { subject: 'localhost', days: 30 })
  const endsAt = new X509Certificate(readFileSync(cert)).validToDate.getTime()
  const kindsAt = async (now: number) => {
    const clock = new ManualClock(now)
    const alarms = new ActiveAlarms(clock)
    await watchMachine({ alarms, clock, dataFolder: folder, certificateFile: cert })()
    return alarms.current().map(({ kind }) => kind)
  }
  expect(await kindsAt(endsAt - 15 * dayMs)).toEqual([])
  expect(await kindsAt(endsAt - 13 * dayMs)).toEqual(['certificate-ending'])
})

it('alarms: hundreds of refused keys in a minute raise one, a few each minute do not', async () => {
  const clock = new ManualClock()
  const alarms = new ActiveAlarms(clock)
  const noteRefused = countRefusedKeys(clock, alarms)
  for (let minute = 0; minute < 5; minute++) {
    for (let request = 0; request < 200; request++) noteRefused()
    await clock.advance(minuteMs)
  }
  expect(alarms.current()).toEqual([])
  for (let request = 0; request < 300; request++) noteRefused()
  expect(alarms.current()).toMatchObject([{ kind: 'keys-refused', facts: { count: 300 } }])
})
