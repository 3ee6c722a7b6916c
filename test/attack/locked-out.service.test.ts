// Strangers who type wrong passwords for somebody else's e-mail, for ever.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Passwords } from '../../server/src/accounts/passwords.ts'
import { systemRandom } from '../../server/src/platform/random.ts'
import { goodPassword, signedUp } from '../../server/test/cabinet-visitor.ts'
import { startTestService, type TestService } from '../../server/test/service.ts'

const allowed = 10
const victim = 'victim@example.com'
const wrong = 'a wrong guess'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ RINGKEY_TRUST_PROXY: '127.0.0.1' })
  await signedUp(service, victim)
})
afterAll(() => service.stop())

const signIn = (from: string, email: string, password: string, cookie = '', at = service) =>
  at.raw('/cabinet/api/session', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Ringkey-Cabinet': '1',
      'X-Forwarded-For': from,
      ...(cookie === '' ? {} : { Cookie: cookie }),
    },
    body: JSON.stringify({ email, password }),
  })

/** What a browser keeps after its session has ended. */
const deviceOf = ({ headers }: { readonly headers: Headers }) =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0]!)
    .find((cookie) => cookie.startsWith('ringkey-device='))!

it('sign-in: wrong passwords of strangers never lock the browser of the owner out', async () => {
  const home = deviceOf(await signIn('192.0.2.1', victim, goodPassword))
  for (let guess = 0; guess < allowed; guess++)
    expect((await signIn(`198.51.100.${guess}`, victim, wrong)).status).toBe(401)
  // The e-mail is refused to strangers, from anywhere, and the address of a guesser to everybody else.
  expect((await signIn('203.0.113.9', victim, goodPassword)).status).toBe(429)
  for (let times = 0; times < 3; times++)
    expect((await signIn('203.0.113.9', victim, goodPassword, home)).status).toBe(200)
  for (let guess = 0; guess < allowed; guess++) await signIn('192.0.2.1', `nobody${guess}@example.com`, wrong)
  expect((await signIn('192.0.2.1', victim, goodPassword, home)).status).toBe(200)
})

it('sign-in: the cookie of a browser helps nobody to guess, and no other person', async () => {
  const email = 'other@example.com'
  await signedUp(service, email)
  const device = deviceOf(await signIn('192.0.2.20', email, goodPassword))
  const guesses = []
  for (let guess = 0; guess <= allowed; guess++)
    guesses.push((await signIn(`192.0.2.${100 + guess}`, email, wrong, device)).status)
  expect(guesses).toEqual([...Array(allowed).fill(401), 429])
  // Strangers and this e-mail are not refused because of it.
  expect((await signIn('192.0.2.21', email, goodPassword)).status).toBe(200)
  const forged = [device.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')), 'ringkey-device=x.', device]
  for (const cookie of forged)
    expect((await signIn('203.0.113.10', victim, goodPassword, cookie)).status).toBe(429)
})

it('sign-in: a flood from one address leaves the queue of hashes to others', async () => {
  // A hash has to take long enough for the queue to fill.
  const busy = await startTestService(
    { RINGKEY_TRUST_PROXY: '127.0.0.1' },
    { passwords: new Passwords(systemRandom, 2 ** 15) },
  )
  try {
    // One network of IPv6 counts as one address; the limit of attempts is not reached.
    const flood = Array.from({ length: 60 }, (_, index) =>
      signIn(`2001:db8::${index + 1}`, `flood${index}@example.com`, wrong, '', busy),
    )
    const others = ['192.0.2.41', '192.0.2.42'].map((from) => signIn(from, 'a@example.com', wrong, '', busy))
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual([401, 401])
    await Promise.all(flood)
  } finally {
    await busy.stop()
  }
})
