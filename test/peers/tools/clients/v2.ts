import createClient from 'openapi-fetch'
import type { paths } from '../generated/v2.ts'
import { given, report } from './given.ts'

const client = createClient<paths>({
  baseUrl: given.url,
  headers: { Authorization: `Bearer ${given.token}` },
})
const code = '4321'
const steps = [{ mode: 'flash' as const, seconds: 20 }, { mode: 'voice' as const }]

const { data: createVerification } = await client.POST('/v2/verifications', {
  params: { header: { 'Idempotency-Key': 'openapi-fetch' } },
  body: { phone: given.testNumber, code, steps, client: 'openapi-fetch', metadata: { order: '7' } },
})
const path = { id: createVerification!.id }
const { data: readVerification } = await client.GET('/v2/verifications/{id}', {
  params: { path, query: { wait: 1, version: 0 } },
})
const { data: wrong } = await client.POST('/v2/verifications/{id}/check', {
  params: { path },
  body: { code: '9999' },
})
const { data: checkCode } = await client.POST('/v2/checks', { body: { phone: given.testNumber, code } })
const { data: other } = await client.POST('/v2/verifications', {
  body: { phone: given.testNumber, code, steps },
})
const { error: next } = await client.POST('/v2/verifications/{id}/next', {
  params: { path: { id: other!.id } },
})
const { data: cancel } = await client.POST('/v2/verifications/{id}/cancel', {
  params: { path: { id: other!.id } },
})
const { data: list } = await client.GET('/v2/verifications', { params: { query: { status: 'approved' } } })
const { data: search } = await client.POST('/v2/verifications/search', { body: { phone: given.testNumber } })
const { data: feedback } = await client.POST('/v2/feedback', {
  body: { vendor_id: given.repeatable, approved: true },
})
const { data: phones } = await client.POST('/v2/phones', { body: { phones: ['+7 916 123-45-67'] } })
const { data: events } = await client.GET('/v2/events', { params: { query: { limit: 10 } } })
const { error, response } = await client.GET('/v2/verifications/{id}', {
  params: { path: { id: `vf_${'0'.repeat(32)}` } },
})

report({
  createVerification,
  readVerification,
  wrong,
  checkCode,
  next,
  cancel,
  list,
  search,
  feedback,
  phones,
  events,
  error: { status: response.status, body: error },
})
