import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { freshPhone } from '../../test/contract/scene.ts'
import { openV2Client } from '../../test/contract/v2-scene.ts'
import { startTestService, type TestService } from '../../test/service.ts'
import { StoreUnavailable } from '../storage/store.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

it('a planned route is given back once, whenever a creation or a next step calls nobody with it', async () => {
  const { telephony, store } = service
  telephony.outcome = undefined
  const client = await openV2Client(service)
  const request = { phone: freshPhone(), client: 'Ann', steps: [{ mode: 'flash' }, { mode: 'voice' }] }
  const key = { 'Idempotency-Key': 'k' }
  const answers: [code: string | undefined, released: number][] = []
  const note = ({ body }: { readonly body: { readonly code?: string } }) =>
    answers.push([body.code, telephony.released.length])
  const created = await client.create(request, key)
  note(created)
  note(await client.create(request, key))
  note(await client.create({ ...request, phone: freshPhone() }, key))
  note(await client.create({ ...request, on_pending: 'return' }))
  note(await client.create(request))
  vi.spyOn(store, 'createVerification').mockRejectedValueOnce(new StoreUnavailable('away'))
  note(await client.create({ phone: freshPhone() }))
  telephony.placed[0]!.end({ completed: true, reason: 'rang' })
  await service.clock.advance(1_000)
  await client.until(created.body.id, ({ steps }) => steps[0].status === 'delivered')
  note(await client.ask(`/verifications/${created.body.id}/next`, {}))
  expect(answers).toEqual([
    [undefined, 0],
    [undefined, 1],
    ['idempotency_key_reused', 2],
    [undefined, 3],
    ['number_rests', 4],
    ['unavailable', 5],
    ['number_rests', 6],
  ])
  expect(telephony.placed).toHaveLength(1)
})
