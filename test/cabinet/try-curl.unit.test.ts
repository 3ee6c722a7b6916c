// The line to copy under "Try it" asks for what the page asks for, in a spelling that the interface takes.
import { expect, it } from 'vitest'
import { curlFor } from '../../cabinet/src/pages/try/curl-for.ts'
import { interfaceSpelling } from '../../cabinet/src/parts/interface-spelling.ts'

it.each([
  ['79161234567', '79161234567'],
  ['+7 (916) 123-45-67', '+79161234567'],
  ['8 916 123-45-67', '79161234567'],
  ['8 (495) 777.00.00', '74957770000'],
  [' 84\u201194\u2011482\u20115600 ', '74944825600'],
  ['+84 94 482 5600', '+84944825600'],
])('writes %s as %s', (written, taken) => {
  expect(interfaceSpelling(written)).toBe(taken)
})

const choice = {
  serviceId: 7,
  api: 'v2',
  plan: 'workflow',
  mode: 'flash',
  phone: '8 916 123-45-67',
  code: '',
  callbackUrl: '',
} as const

it('Try it, /v2: shows the creation, the wait and the check as they are sent', () => {
  const spoken = { ...choice, plan: 'voice', code: '471147' } as const
  const [create, wait, check] = curlFor(spoken, 'https://calls.example', 'vf_1').split('\n\n')
  expect(create).toBe(
    [
      "curl 'https://calls.example/v2/verifications' \\",
      "  -H 'Authorization: Bearer YOUR_SECRET_KEY.7' \\",
      "  -H 'Content-Type: application/json' \\",
      `  -d '{"phone":"79161234567","steps":[{"mode":"voice"}],"code":"471147","code_length":6}'`,
    ].join('\n'),
  )
  expect(wait).toContain("curl 'https://calls.example/v2/verifications/vf_1?wait=25'")
  expect(check).toContain("curl 'https://calls.example/v2/verifications/vf_1/check'")
  expect(check).toContain(`-d '{"code":"471147"}'`)
  expect(curlFor(choice, 'https://calls.example')).toContain(`-d '{"phone":"79161234567"}'`)
  const inbound = curlFor({ ...choice, plan: 'inbound', code: '4711' }, 'https://calls.example')
  expect(inbound).toContain(`-d '{"phone":"79161234567","steps":[{"mode":"inbound"}]}'`)
  expect(inbound).not.toContain('/check')
})

it('Try it, /v1.0: shows the request with the number and the code as they are sent', () => {
  const { api: _, ...rest } = choice
  expect(curlFor({ ...rest, api: 'v1', mode: 'voice', code: '42' }, 'https://calls.example')).toBe(
    [
      "curl 'https://calls.example/v1.0/initCall' \\",
      "  -H 'Authorization: Bearer YOUR_SECRET_KEY.7' \\",
      "  -H 'Content-Type: application/json' \\",
      `  -d '{"phone":"79161234567","code":"0042","voice":true}'`,
    ].join('\n'),
  )
})
