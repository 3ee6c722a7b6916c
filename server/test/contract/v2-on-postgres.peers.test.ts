// The promises of /v2 on the shared store.
import { afterAll, describe } from 'vitest'
import { freshDatabase } from '../postgres/run-cluster.ts'
import { serveFrom } from '../service.ts'

serveFrom(freshDatabase)
afterAll(() => serveFrom(undefined))

describe('verifications of /v2', async () => {
  await import('./v2-verifications.test.ts')
})
describe('events of /v2', async () => {
  await import('./v2-events.test.ts')
})
describe('steps over gateways', async () => {
  await import('./v2-gateways.test.ts')
})
describe('hooks of identity providers', async () => {
  await import('./v2-hooks.test.ts')
})
describe('waiting requests of /v2', async () => {
  await import('./v2-wait.test.ts')
})
describe('scenario numbers', async () => {
  await import('./scenario-numbers.test.ts')
})
describe('client tokens of /v2', async () => {
  await import('./v2-client-token.test.ts')
})
