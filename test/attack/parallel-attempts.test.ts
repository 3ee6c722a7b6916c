// Guesses that are sent at the same time, before the first of them has been judged.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Passwords } from '../../server/src/accounts/passwords.ts'
import { codeOfStep, stepAt } from '../../server/src/cabinet/second-factor/totp.ts'
import { systemRandom } from '../../server/src/platform/random.ts'
import { cabinetVisitor, goodPassword, signedUp } from '../../server/test/cabinet-visitor.ts'
import { ringkey } from '../../server/test/ringkey-command.ts'
import { type Answer, startTestService, type TestService } from '../../server/test/service.ts'

const isLong = process.env.RINGKEY_TEST_LONG === '1'
const guesses = isLong ? 60 : 24
const allowed = 10
const maxTrials = 60
const maxOwnPhones = 3

let service: TestService
beforeAll(async () => {
  service = await startTestService({ RINGKEY_TRUST_PROXY: '127.0.0.1' })
})
afterAll(() => service.stop())

const tally = (answers: readonly Answer[]) => {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
const times = <Made>(count: number, make: (index: number) => Promise<Made>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)))

/** Sends a request from its own address, which a trusted proxy forwards. */
const signInFrom = (address: string, email: string, at = service) =>
  at.raw('/cabinet/api/session', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Ringkey-Cabinet': '1', 'X-Forwarded-For': address },
    body: JSON.stringify({ email, password: 'a wrong guess' }),
  })

it('sign-in: parallel guesses from one address are refused after ten', async () => {
  const answers = await times(guesses, (index) => signInFrom('192.0.2.1', `person${index}@example.com`))
  expect(tally(answers)).toEqual({ 401: allowed, 429: guesses - allowed })
})

it('sign-in: a flood from many addresses gets 503 with Retry-After beyond the queue', async () => {
  // A hash has to take long enough for the queue to fill.
  const busy = await startTestService(
    { RINGKEY_TRUST_PROXY: '127.0.0.1' },
    { passwords: new Passwords(systemRandom, 2 ** 15) },
  )
  try {
    const flood = 2 * guesses
    const answers = await times(flood, (index) =>
      signInFrom(`203.0.113.${index}`, `flood${index}@example.com`, busy),
    )
    const refused = answers.filter(({ status }) => status === 503)
    expect(tally(answers)).toEqual({ 401: flood - refused.length, 503: refused.length })
    expect(refused[0]!.body.error.code).toBe('busy')
    expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(0)
  } finally {
    await busy.stop()
  }
})

it('password: parallel guesses in an open session are refused after ten', async () => {
  const owner = await signedUp(service, 'password@example.com')
  const guess = { old: 'a wrong guess', password: 'another good password' }
  const answers = await times(guesses, () => owner.write('/password', guess))
  expect(tally(answers)).toEqual({ 403: allowed, 429: guesses - allowed })
})

it('second factor: parallel guesses of recovery codes are refused after ten', async () => {
  const email = 'recovery@example.com'
  const owner = await signedUp(service, email)
  const { secret, pending } = (await owner.write('/second-factor/totp')).body
  const code = codeOfStep(secret, stepAt(service.clock.now()))
  expect((await owner.write('/second-factor/totp/confirm', { pending, code })).status).toBe(200)
  const thief = cabinetVisitor(service)
  expect((await thief.write('/session', { email, password: goodPassword })).status).toBe(200)
  const answers = await times(guesses, () => thief.write('/session/recovery', { code: 'aaaa-aaaa-aaaa' }))
  expect(tally(answers)).toEqual({ 401: allowed, 429: guesses - allowed })
})

it('Try it: parallel requests of one account are refused after sixty', async () => {
  const owner = await signedUp(service, 'trials@example.com')
  const { service: made } = (await owner.write('/services', { name: 'Shop', useDirection: '' })).body
  const trial = { serviceId: made.id, mode: 'flash', phone: '79000000001' }
  const answers = await times(maxTrials + guesses, () => owner.write('/trials', trial))
  expect(tally(answers)).toEqual({ 200: maxTrials, 429: guesses })
})

it('own phone: parallel requests for a number are refused after three, also for a do-not-call number', async () => {
  const asking = await startTestService({}, { installation: { confirmPhone: true } })
  try {
    const owner = await signedUp(asking, 'own-phone@example.com')
    const phone = '+79161110001'
    await ringkey(asking.folder, ['do-not-call', 'add', phone])
    const answers = await times(guesses, () => owner.write('/account/phone', { phone }))
    expect(tally(answers)).toEqual({ 409: maxOwnPhones, 429: guesses - maxOwnPhones })
  } finally {
    await asking.stop()
  }
})
