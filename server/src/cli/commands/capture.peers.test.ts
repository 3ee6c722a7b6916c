import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CabinetVisitor, demoOperator } from '../../../test/cabinet-visitor.ts'
import { ringkey } from '../../../test/ringkey-command.ts'
import { eventually, startTestService, type TestService } from '../../../test/service.ts'
import { localSocket } from '../../platform/local-socket.ts'

let service: TestService
let operator: CabinetVisitor
let vendorId = 0
const folder = mkdtempSync(join(tmpdir(), 'ringkey-'))
const run = (...typed: string[]) => ringkey(service.folder, typed, { clock: service.clock })
const shown = (path: string) =>
  execFileSync('tcpdump', ['-r', path, '-nn', '-A'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
beforeAll(async () => {
  service = await startTestService({ RINGKEY_SIP_PORT: '0' }, { hasSip: true })
  operator = await demoOperator(service)
  // A number that the simulated carrier declares busy: the call ends at once.
  vendorId = (await service.post('initCall', { phone: '79005550100' })).body.vendor_id
  await eventually(
    async () => {
      await service.clock.advance(500)
      return service.store.call(vendorId)
    },
    (found) => found?.details !== null && found?.details !== undefined,
  )
})
afterAll(async () => {
  await service.stop()
  rmSync(folder, { recursive: true })
})

it('capture: the messages of a trunk, numbers masked, for this user alone', async () => {
  const file = join(folder, 'trunk.pcap')
  const { code, out } = await run('capture', 'simulator', '--out', file)
  expect({ code, out }).toMatchObject({ code: 0, out: expect.stringMatching(/: \d+ SIP messages\n$/) })
  const text = shown(file)
  expect(text).toContain('INVITE sip:')
  expect(text).toContain('OPTIONS sip:')
  expect(text).toContain('486')
  expect(text).not.toContain('79005550100')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect((await run('capture', 'simulator', '--out', file)).err).toContain('is there already')
})

it('capture: the messages of one call, in clear when the operator says so, but for the digits that may be a code', async () => {
  const file = join(folder, 'call.pcap')
  expect((await run('capture', '--call', String(vendorId), '--clear', '--out', file)).code).toBe(0)
  const text = shown(file)
  expect(text).toContain('INVITE sip:+79005550100')
  const callers = text.match(/^From: .*$/gm)!
  expect(callers.filter((line) => !/sip:\+?\d+\*{4}@/.test(line))).toEqual([])
  expect(text).not.toContain('OPTIONS sip:')
})

it('capture: what is missing is said, and nothing is written', async () => {
  expect(await run('capture')).toMatchObject({
    code: 2,
    err: expect.stringContaining('expected TRUNK or --call ID'),
  })
  expect((await run('capture', 'nowhere')).err).toContain('There is no trunk "nowhere"')
  expect((await run('capture', '--call', '99999999')).err).toContain('There is no call 99999999')
})

it('capture: a filter that cannot be read is refused, and the service goes on', async () => {
  const socketPath = localSocket(service.folder, 'capture')
  const status = await new Promise((resolve) =>
    request({ socketPath, path: '/?filter=%7Bbroken' }, ({ statusCode }) => resolve(statusCode)).end(),
  )
  expect(status).toBe(400)
  expect((await service.get('getBalance')).status).toBe(200)
})

it('capture: the buttons of a trunk and of a call give the same files, and all are in the log', async () => {
  const answer = await operator.read('/operator/trunks/simulator/capture')
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="simulator.pcap"')
  expect(answer.body).toContain('INVITE sip:')
  expect(answer.body).not.toContain('79005550100')
  const masked = await operator.read(`/operator/calls/${vendorId}/capture?numbers=masked`)
  expect(masked.headers.get('content-disposition')).toBe(`attachment; filename="call-${vendorId}.pcap"`)
  expect(masked.body).toContain('INVITE sip:')
  expect(masked.body).not.toMatch(/OPTIONS sip:|79005550100/)
  const clear = await operator.read(`/operator/calls/${vendorId}/capture?numbers=clear`)
  expect(clear.body).toContain('INVITE sip:+79005550100')
  expect((await operator.read('/operator/calls/99999999/capture?numbers=masked')).status).toBe(404)
  // A test number rings nobody, so there is no SIP message of it.
  const { vendor_id: test } = (await service.post('initCall', { phone: '79000000001' })).body
  expect((await operator.read(`/operator/calls/${test}/capture?numbers=masked`)).body).toMatchObject({
    error: { code: 'no-messages' },
  })
  const lines = (await operator.read('/operator/actions?group=changes')).body.items
  expect(lines.filter(({ action }: { action: string }) => action === 'sip-captured')).toMatchObject([
    { facts: { call: vendorId, isClear: true } },
    { facts: { call: vendorId, isClear: false } },
    { facts: { trunk: 'simulator', isClear: false } },
    { facts: { call: vendorId, isClear: true } },
    { facts: { trunk: 'simulator', call: null, isClear: false } },
  ])
})
