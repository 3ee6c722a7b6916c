// docs/integrate/openid-connect.md: a program that uses Auth.js with the settings of its row, in Chromium.
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freshPhone, openClient } from '../../../server/test/contract/scene.ts'
import { ManualClock } from '../../../server/test/manual-clock.ts'
import { addClient } from '../../../server/test/oidc-scene.ts'
import { eventually, freePort, startTestService, type TestService } from '../../../server/test/service.ts'
import { isInstalled } from '../../setup/packages.ts'
import { readText } from '../../tidy/source-tree.ts'
import { begin } from '../snippets/program.ts'
import { toolFolders } from '../tools/install.ts'
import { browserOfWorker } from './rig.ts'

let service: TestService
const folder = mkdtempSync(join(tmpdir(), 'ringkey-auth-js-'))
beforeAll(async () => {
  // The program compares the times of tokens with its own clock.
  service = await startTestService({}, { clock: new ManualClock(Date.now()) })
})
afterAll(async () => {
  await service.stop()
  rmSync(folder, { recursive: true, force: true })
})

const settings = /^\| Auth\.js \| [^|]+ \| `(\{.*?\})`;/m.exec(
  readText('docs/integrate/openid-connect.md'),
)![1]!

const program = `
import { Auth } from '@auth/core'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

const { issuer, clientId, clientSecret, port } = process.env
const config = {
  basePath: '/auth',
  providers: [${settings}],
  secret: 'a secret of thirty-two characters',
  trustHost: true,
}
createServer(async (request, response) => {
  const body = request.method === 'POST' ? await text(request) : undefined
  const url = \`http://127.0.0.1:\${port}\${request.url}\`
  const answer = await Auth(new Request(url, { method: request.method, headers: request.headers, body }), config)
  response.setHeaders(answer.headers)
  response.writeHead(answer.status).end(Buffer.from(await answer.arrayBuffer()))
}).listen(port, '127.0.0.1', () => console.log('listening'))
`

it('Auth.js: a person signs in by a call with the settings of the recipe, and the session has the phone', async () => {
  expect(isInstalled(toolFolders.identity)).toBe(true)
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const { id } = await openClient(service, {}, { roubles: 100 })
  const client = await addClient(service, id, {
    name: 'Hats',
    redirects: [`${origin}/auth/callback/ringkey`],
    modes: ['flash'],
  })
  symlinkSync(join(toolFolders.identity, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'app.mjs'), program)
  const run = begin(process.execPath, [join(folder, 'app.mjs')], {
    issuer: `${service.baseUrl}/oidc`,
    clientId: client.id,
    clientSecret: client.secret!,
    port: String(port),
  })
  const context = await (await browserOfWorker()).newContext()
  try {
    await eventually(
      async () => run.heard.text,
      (said) => said.includes('listening'),
    )
    const page = await context.newPage()
    await page.goto(`${origin}/auth/signin`)
    await page.getByRole('button', { name: /Sign in with/ }).click()
    const phone = freshPhone()
    await page.getByLabel('Phone number').fill(`+${phone}`)
    await page.getByRole('button', { name: 'Confirm by a call' }).click()
    const field = page.getByLabel('Code, 4 digits')
    await field.waitFor()
    await field.fill(service.telephony.placed.at(-1)!.code)
    await page.waitForURL(`${origin}/**`)
    await page.goto(`${origin}/auth/session`)
    expect(JSON.parse(await page.locator('body').innerText())).toMatchObject({ user: { name: `+${phone}` } })
  } finally {
    await context.close()
    run.stop()
    await run.ended
  }
})
