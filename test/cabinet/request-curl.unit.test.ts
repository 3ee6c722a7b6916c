import type { Item } from '@ringkey/server/cabinet-api'
import { expect, it } from 'vitest'
import { requestCurl } from '../../cabinet/src/parts/request-curl.ts'

const request = { verb: 'POST', path: '/v1.0/initCall', serviceId: 7, parameters: {} } as Item<'/requests'>
const curlOf = (changes: Partial<Item<'/requests'>>) =>
  requestCurl({ ...request, ...changes }, 'https://x.example')

it('request as curl: sends parameters as JSON in a POST and in the query of a GET, with KEY for the key', () => {
  expect(curlOf({ parameters: { phone: '7900***0001', client: "Ann's" } })).toBe(
    `curl 'https://x.example/v1.0/initCall' \\
  -H 'Authorization: Bearer KEY.7' \\
  -H 'Content-Type: application/json' \\
  -d '{"phone":"7900***0001","client":"Ann'\\''s"}'`,
  )
  expect(curlOf({ verb: 'GET', parameters: { uid: '5', voice: true } })).toBe(
    `curl -G 'https://x.example/v1.0/initCall' \\
  -H 'Authorization: Bearer KEY.7' \\
  --data-urlencode 'uid=5' \\
  --data-urlencode 'voice=true'`,
  )
})

it('request as curl: needs no body and takes any verb', () => {
  const key = `-H 'Authorization: Bearer KEY.7'`
  expect(curlOf({})).toBe(`curl -X POST 'https://x.example/v1.0/initCall' \\\n  ${key}`)
  expect(curlOf({ verb: 'GET' })).toBe(`curl 'https://x.example/v1.0/initCall' \\\n  ${key}`)
  expect(curlOf({ verb: 'PUT' })).toBe(`curl -X PUT 'https://x.example/v1.0/initCall' \\\n  ${key}`)
})
