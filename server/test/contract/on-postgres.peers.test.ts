// The promises of /v1.0 on the shared store. Parallel keys are tested in test/nodes/three-nodes.test.ts.
import { afterAll, describe } from 'vitest'
import { freshDatabase } from '../postgres/run-cluster.ts'
import { serveFrom } from '../service.ts'

serveFrom(freshDatabase)
afterAll(() => serveFrom(undefined))

describe('initCall', async () => {
  await import('./init-call.test.ts')
})
describe('getInfo', async () => {
  await import('./get-info.test.ts')
})
describe('idempotency keys', async () => {
  await import('./unique-keys.test.ts')
})
describe('limits', async () => {
  await import('./limits.test.ts')
})
describe('look-ups', async () => {
  await import('../../../test/attack/paid-lookups.service.test.ts')
})
describe('limits of one phone', async () => {
  await import('../../../test/attack/one-phone.service.test.ts')
})
describe('repeats', async () => {
  await import('./repeats.test.ts')
})
describe('test numbers', async () => {
  await import('../../../test/attack/test-numbers.service.test.ts')
})
describe('money', async () => {
  await import('./money.test.ts')
})
describe('keys of inbound requests', async () => {
  await import('./inbound-keys.test.ts')
})
