// Clients that three generators make of /openapi.json: they compile, call every method of the service and get an error.
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { methods } from '../../../server/src/http/methods/index.ts'
import { v2Methods } from '../../../server/src/http/v2/methods.ts'
import { type Client, ended, openClient } from '../../../server/test/contract/scene.ts'
import { startTestService, type TestService } from '../../../server/test/service.ts'
import { toolsFolder } from './install.ts'
import { runTool, start } from './run-tool.ts'

const generated = `${toolsFolder}generated`
const names = ['openapi-fetch', 'hey-api', 'orval'] as const

let service: TestService
const owners = new Map<string, { readonly client: Client; readonly repeatable: number }>()
beforeAll(async () => {
  service = await startTestService()
  rmSync(generated, { recursive: true, force: true })
  mkdirSync(generated)
  writeFileSync(`${generated}/openapi.json`, await (await fetch(`${service.baseUrl}/openapi.json`)).text())
  writeFileSync(`${generated}/v2.json`, await (await fetch(`${service.baseUrl}/openapi-v2.json`)).text())
  await Promise.all([
    runTool('openapi-typescript', [
      'generated/v2.json',
      '-o',
      'generated/v2.ts',
      '--default-non-nullable=false',
    ]),
    runTool('openapi-typescript', ['generated/openapi.json', '-o', 'generated/openapi-fetch.ts']),
    runTool('hey-api', ['-f', 'hey-api.config.mjs']),
    runTool('orval', ['--config', 'orval.config.mjs']),
  ])
  // A free repeat needs a call that failed a minute ago.
  for (const name of [...names, 'v2']) {
    const client = await openClient(service, { legacyRepeats: true })
    const { body } = await client.post('initCall', { phone: '79000000002' })
    await ended(service, client, body.vendor_id)
    owners.set(name, { client, repeatable: body.vendor_id })
  }
  await service.clock.advance(60_000)
})
afterAll(async () => {
  rmSync(generated, { recursive: true, force: true })
  await service?.stop()
})

it('the programs that use the generated clients compile', () => {
  const compiler = createRequire(import.meta.url).resolve('typescript/package.json')
  const tsc = compiler.replace('package.json', 'bin/tsc')
  const { stdout, status } = spawnSync(process.execPath, [tsc, '--noEmit', '-p', toolsFolder], {
    encoding: 'utf8',
  })
  expect(stdout).toBe('')
  expect(status).toBe(0)
})

describe.concurrent.each(names)('the client of %s', (name) => {
  it('calls every method and gets an error', async () => {
    const { client, repeatable } = owners.get(name)!
    const { code, out, all } = await start([`clients/${name}.ts`], {
      RINGKEY_URL: service.baseUrl,
      RINGKEY_TOKEN: `${client.key}.${client.id}`,
      RINGKEY_REPEATABLE: String(repeatable),
    }).ended
    expect([code, code === 0 ? '' : all]).toEqual([0, ''])
    const { error, byGet, ...answers } = JSON.parse(out)
    expect(Object.keys(answers).sort()).toEqual(methods.map((method) => method.name).sort())
    expect(answers).toMatchObject({
      initCall: { status: true, phone: '7900***0001', code: '0042', client: name, exists: false },
      getInfo: { status: true, vendor_id: answers.initCall.vendor_id, code: '0042' },
      initRepeat: { status: true, phone: '7900***0002', free_repeated: true },
      inboundCallWaiting: { status: true, confirmation_number: expect.stringMatching(/^\d{11}$/) },
      checkPhone: { country_iso: expect.stringMatching(/^(RU|GB)$/) },
      getAccount: { id: client.accountId },
      getService: { status: true, service_status: client.id },
      getBalance: { status: true, tariff: 'uni' },
    })
    expect(byGet).toEqual(answers.getInfo)
    expect(error).toMatchObject({ status: 404, isUnknown: true, body: { status: false, code: 10 } })
  })
})

it('the client of openapi-fetch for /v2 calls every method and gets a problem', async () => {
  const { client, repeatable } = owners.get('v2')!
  const { code, out, all } = await start(['clients/v2.ts'], {
    RINGKEY_URL: service.baseUrl,
    RINGKEY_TOKEN: `${client.key}.${client.id}`,
    RINGKEY_REPEATABLE: String(repeatable),
  }).ended
  expect([code, code === 0 ? '' : all]).toEqual([0, ''])
  const answers = JSON.parse(out)
  // checkCode is called twice, by id and by phone, and one answer more is the error.
  expect(Object.keys(answers)).toHaveLength(v2Methods.length + 1)
  const { id } = answers.createVerification
  expect(answers).toMatchObject({
    createVerification: { status: 'pending', test: true, client: 'openapi-fetch', metadata: { order: '7' } },
    readVerification: { id },
    wrong: { valid: false, status: 'pending', attempts_left: 2 },
    checkCode: { valid: true, status: 'approved' },
    next: { type: '/docs/errors/step_in_progress', status: 409, code: 'step_in_progress' },
    cancel: { status: 'canceled' },
    list: { verifications: [{ id }], next_cursor: null },
    phones: { phones: [{ valid: true, country: 'RU' }] },
    error: { status: 404, body: { code: 'verification_not_found' } },
  })
  // Those of the same millisecond come in any order.
  const found = answers.search.verifications.map(({ status }: { status: string }) => status)
  expect(found.sort()).toEqual(['approved', 'canceled'])
  expect(answers.feedback).toBeDefined()
})
