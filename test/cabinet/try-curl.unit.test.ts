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

it('shows the request with the number and the code as they are sent', () => {
  const wish = {
    serviceId: 7,
    mode: 'voice',
    phone: '8 916 123-45-67',
    code: '42',
    callbackUrl: '',
  } as const
  expect(curlFor(wish, 'https://calls.example')).toBe(
    [
      "curl 'https://calls.example/v1.0/initCall' \\",
      "  -H 'Authorization: Bearer YOUR_SECRET_KEY.7' \\",
      "  -H 'Content-Type: application/json' \\",
      `  -d '{"phone":"79161234567","code":"0042","voice":true}'`,
    ].join('\n'),
  )
})
