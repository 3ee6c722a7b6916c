import { afterAll, beforeAll, expect, it } from 'vitest'
import { ringkey } from '../../../test/ringkey-command.ts'
import { startTestService, type TestService } from '../../../test/service.ts'

let service: TestService
const run = (...typed: string[]) => ringkey(service.folder, ['hook', ...typed], { clock: service.clock })
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

it('hook secret: shows a new secret with the address of the hook, and says how long the one before is accepted', async () => {
  const { serviceId } = service
  const first = await run('secret', 'supabase', String(serviceId))
  expect(first.out).toMatch(/^v1,whsec_[A-Za-z0-9+/]{43}=\nIt is shown only here\. /)
  expect(first.out).toContain(`/v2/hooks/supabase/${serviceId}`)
  const second = await run('secret', 'supabase', String(serviceId), '--overlap', '30m', '--json')
  expect(second.json).toMatchObject({
    service: serviceId,
    provider: 'supabase',
    previous_ends: new Date(service.clock.now() + 30 * 60_000).toISOString(),
  })
  expect(first.out).not.toContain(second.json.secret)
  expect(await run('secret', 'okta', String(serviceId))).toMatchObject({ code: 2 })
})

it('hook remove: says whether there was a hook', async () => {
  const id = String(service.serviceId)
  await run('secret', 'supabase', id)
  expect((await run('remove', 'supabase', id)).out).toBe('The hook is removed.\n')
  expect((await run('remove', 'supabase', id)).out).toBe(`Service ${id} has no such hook.\n`)
})
