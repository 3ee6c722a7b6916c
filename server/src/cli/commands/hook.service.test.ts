import { afterAll, beforeAll, expect, it } from 'vitest'
import { ringkey } from '../../../test/ringkey-command.ts'
import { startTestService, type TestService } from '../../../test/service.ts'

let service: TestService
let id: string
const run = (...typed: string[]) => ringkey(service.folder, ['hook', ...typed], { clock: service.clock })
beforeAll(async () => {
  service = await startTestService()
  id = String(service.serviceId)
})
afterAll(() => service.stop())

it('hook add: prints id, address and credential, which is null when it was pasted', async () => {
  const made = await run('add', 'authentik', id, '--language', 'ru', '--json')
  expect(Object.keys(made.json)).toEqual(['id', 'url', 'credential'])
  expect(made.json.url).toMatch(new RegExp(`/v2/hooks/authentik/${id}$`))
  expect(made.json.credential).toMatch(/^ringkey:[A-Za-z0-9]{32}$/)
  const pasted = await run('add', 'zitadel', id, '--secret', 'AqX0key-that-zitadel-made', '--json')
  expect(pasted.json.credential).toBeNull()
  expect((await run('add', 'authentik', id)).err).toContain('hook rotate makes a new credential')
  expect((await run('add', 'zitadel', id)).err).toContain('secret: expected')
  // Only what follows the colon is secret, and nothing follows it.
  expect((await run('add', 'logto', id, '--secret', 'a-name-without-a-password:')).err).toContain(
    'secret: expected',
  )
  expect(await run('add', 'okta', id)).toMatchObject({ code: 2 })
  expect((await run('add', 'generic', id, '--status', '500')).err).toContain(
    'expected a status from 200 to 299',
  )
})

it('hook add: --credential-in says where the credential stands, and its form follows', async () => {
  const inHeader = await run('add', 'fusionauth', id, '--credential-in', 'header:X-Api-Key', '--json')
  expect(inHeader.json.credential).toMatch(/^[A-Za-z0-9]{32}$/)
  expect((await run('rotate', String(inHeader.json.id), '--json')).json.credential).toMatch(
    /^[A-Za-z0-9]{32}$/,
  )
  const inBasic = await run('add', 'casdoor', id, '--credential-in', 'basic', '--json')
  expect(inBasic.json.credential).toMatch(/^ringkey:[A-Za-z0-9]{32}$/)
  for (const typed of ['cookie:a', 'header:', 'header:a b', 'member:'])
    expect((await run('add', 'keycloak', id, '--credential-in', typed)).err).toContain(
      'expected basic, header:NAME or member:NAME',
    )
  const alone = await run('add', 'keycloak', id, '--secret', 'a-password-without-a-user')
  expect(alone.err).toContain('expected user:password')
  const signed = await run('add', 'supabase', id, '--credential-in', 'basic')
  expect(signed.err).toContain('--credential-in: expected nothing for the kind supabase')
})

it('hook list, rotate, remove: show the hooks, replace a credential, refuse the hook', async () => {
  const names = ['--phone-name', 'msisdn', '--code-name', 'otp', '--text-name', 'message']
  const made = await run('add', 'generic', id, ...names, '--json')
  const hook = String(made.json.id)
  expect((await run('list', id, '--json')).json.at(-1)).toMatchObject({
    id: made.json.id,
    kind: 'generic',
    settings: { phone_name: 'msisdn', code_name: 'otp', text_name: 'message' },
  })
  const next = (await run('rotate', hook, '--overlap', '30m', '--json')).json
  expect(next).toMatchObject({
    id: made.json.id,
    url: made.json.url,
    previous_ends: new Date(service.clock.now() + 30 * 60_000).toISOString(),
  })
  expect(next.credential).not.toBe(made.json.credential)
  expect((await run('remove', hook)).out).toMatch(/^\w+ hook of service \d+ removed\.\n$/)
  expect((await run('remove', hook)).err).toContain('ringkey hook list')
})
