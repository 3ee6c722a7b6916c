// A server that is stopped keeps its connections open: nothing but its silence tells.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildCabinet } from '../../../cabinet/build.ts'
import { type ServiceProcess, startProcess } from '../../../server/test/process.ts'
import { browserOfWorker } from './rig.ts'

const folder = mkdtempSync(join(tmpdir(), 'ringkey-frozen-'))
let service: ServiceProcess
beforeAll(async () => {
  await buildCabinet()
  service = await startProcess({ RINGKEY_DATA: folder, RINGKEY_DEMO: 'on' })
}, 120_000)
afterAll(async () => {
  await service?.end('SIGKILL')
  rmSync(folder, { recursive: true })
})

it('cabinet: says how old the page is when the server falls silent, and goes on when it is back', {
  timeout: 120_000,
}, async () => {
  const context = await (await browserOfWorker()).newContext({ locale: 'en-GB' })
  try {
    const page = await context.newPage()
    await page.clock.install()
    const { email, password } = JSON.parse(readFileSync(join(folder, 'first-run.json'), 'utf8'))
    const entered = await page.request.post(`${service.baseUrl}/cabinet/api/session`, {
      headers: { 'X-Ringkey-Cabinet': '1', Origin: service.baseUrl },
      data: { email, password },
    })
    if (!entered.ok()) throw new Error(await entered.text())
    await page.goto(`${service.baseUrl}/cabinet/verifications`)
    const live = page.getByText('Live', { exact: true })
    const silent = page.getByText(/The server has not answered since \d\d:\d\d:\d\d\./)
    await live.waitFor()
    process.kill(service.pid, 'SIGSTOP')
    await page.clock.fastForward(12_000)
    await silent.waitFor()
    await page.getByText(/^As of \d\d:\d\d:\d\d$/).waitFor()
    await live.waitFor({ state: 'detached' })
    // A page whose script was never loaded is not waited for without end.
    const cannot = page.getByText('This page cannot be loaded now')
    await page.getByRole('link', { name: 'Quality', exact: true }).click()
    await page.clock.fastForward(15_000)
    expect(await cannot.count()).toBe(0)
    await page.clock.fastForward(6_000)
    await cannot.waitFor()
    await page.getByRole('link', { name: 'Verifications', exact: true }).click()
    await page.getByText(/^As of \d\d:\d\d:\d\d$/).waitFor()
    process.kill(service.pid, 'SIGCONT')
    await live.waitFor()
    await silent.waitFor({ state: 'detached' })
  } finally {
    process.kill(service.pid, 'SIGCONT')
    await context.close()
  }
})
