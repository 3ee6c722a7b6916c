// Every refusal of admission, as its row says (books/refusals.ts); what leads to each is tested elsewhere.
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type AnyRefusal, type Refusal, refusals } from '../../src/books/refusals.ts'
import { catalogue } from '../../src/http/errors.ts'
import { problems } from '../../src/http/v2/catalogue.ts'
import { startTestService, type TestService } from '../service.ts'
import { freshPhone } from './scene.ts'
import { openV2Client, type V2Client } from './v2-scene.ts'

let service: TestService
let client: V2Client
beforeAll(async () => {
  service = await startTestService()
  client = await openV2Client(service)
})
afterAll(() => service.stop())

const retryAfterMs = 7_000
const words = Object.keys(refusals) as AnyRefusal[]
const inLanguages = [
  ['en', 0],
  ['ru', 1],
] as const

it('[D3-27] every refusal of a call answers its code, text and Retry-After at /v1.0, in both languages', async () => {
  const ofV1 = words.filter((word): word is Refusal => refusals[word].codes.v1 !== null)
  for (const why of ofV1) {
    const { codes, means, v1 } = refusals[why]
    vi.spyOn(service.store, 'admitCall').mockResolvedValue({ kind: 'refused', why, retryAfterMs })
    for (const [language, place] of inLanguages) {
      const headers = { 'Accept-Language': language }
      const said = await client.post('initCall', { phone: freshPhone() }, { headers })
      const ofCode = catalogue[codes.v1]
      const text = (v1?.[place] ?? ofCode[language]).replace('{seconds}', '7')
      expect([why, said.status, said.body.code, said.body.error]).toEqual([
        why,
        ofCode.status,
        codes.v1,
        text,
      ])
      expect([why, said.headers.get('retry-after')]).toEqual([why, means.passes ? '7' : null])
    }
  }
})

it('[V2-255] every refusal of a verification answers its problem and Retry-After at /v2, in both languages', async () => {
  for (const why of words) {
    const { codes, means } = refusals[why]
    const refused = { kind: means.step === null ? 'address-limited' : 'refused', why, retryAfterMs }
    vi.spyOn(service.store, 'createVerification').mockResolvedValue(refused as never)
    for (const [language] of inLanguages) {
      const said = await client.create({ phone: freshPhone() }, { 'Accept-Language': language })
      const { status, detail } = problems[codes.v2]
      expect([why, said.status, said.body.code, said.body.detail]).toEqual([
        why,
        status,
        codes.v2,
        detail[language],
      ])
      expect([why, said.headers.get('retry-after')]).toEqual([why, means.passes ? '7' : null])
    }
  }
})
