import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cabinetVisitor, goodPassword, signedUp } from '../../test/cabinet-visitor.ts'
import { linkIn, type MailServer, startMailServer, tokenIn } from '../../test/mail-server.ts'
import { eventually, startTestService, type TestService } from '../../test/service.ts'
import { systemRandom } from '../platform/random.ts'
import { makeLink } from './one-time-links.ts'

const newcomer = (email: string, changes: object = {}) => ({
  email,
  password: goodPassword,
  name: ' Ann ',
  language: 'en',
  ...changes,
})
const quarterHourMs = 15 * 60_000

describe('sign-up without mail', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService()
  })
  afterAll(() => service.stop())

  it('makes a person and a demo account with play money, and signs in', async () => {
    const visitor = cabinetVisitor(service)
    const { status, body } = await visitor.write(
      '/sign-up/finish',
      newcomer('  Ann@Example.COM ', { timeZone: 'Asia/Kolkata' }),
    )
    expect(status).toBe(200)
    expect(body).toMatchObject({
      stage: 'full',
      timeZone: 'Asia/Kolkata',
      person: { email: 'ann@example.com', name: 'Ann', operator: false },
      account: { email: 'ann@example.com', role: 'owner', balance: 100, demo: true, phoneConfirmed: true },
    })
    expect((await visitor.read('/me')).body.person.email).toBe('ann@example.com')
    const actions = (await visitor.read('/account/actions')).body as { words: { en: string } }[]
    expect(actions.map(({ words }) => words.en.replaceAll(/\d+/g, 'N'))).toEqual([
      'signed in with the password',
      'service N of account N made',
      'account created',
    ])
  })

  it('refuses an e-mail in use, weak passwords and invalid e-mails', async () => {
    const visitor = cabinetVisitor(service)
    const attempt = async (changes: object) =>
      (await visitor.write('/sign-up/finish', newcomer('bob@example.com', changes))).body.error
    expect(await attempt({ email: 'ANN@example.com' })).toMatchObject({ code: 'email-taken', field: 'email' })
    expect(await attempt({ password: 'short' })).toMatchObject({ code: 'password-short', field: 'password' })
    expect(await attempt({ password: 'bob@example.com' })).toMatchObject({ code: 'password-simple' })
    expect(await attempt({ email: 'bob at home' })).toMatchObject({ code: 'wrong-field', field: 'email' })
    expect(await attempt({ email: 'bob@example.com,eve@example.com' })).toMatchObject({ field: 'email' })
    expect(visitor.cookie).toBe('')
  })

  it('limits repeated sign-ups', async () => {
    await service.clock.leap(quarterHourMs)
    for (let index = 0; index < 5; index++) await signedUp(service, `farm-${index}@example.com`)
    const sixth = await cabinetVisitor(service).write('/sign-up/finish', newcomer('farm-6@example.com'))
    expect(sixth.status).toBe(429)
    expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('prints a link for a new password on the console of the demo', async () => {
    await service.clock.leap(quarterHourMs)
    await cabinetVisitor(service).write('/password/forgotten', { email: 'ann@example.com', language: 'en' })
    const token = await eventually(
      async () => /new-password#(\w+)/.exec(service.logged.join())?.[1],
      (found) => found !== undefined,
    )
    const fresh = { token, password: 'another long one' }
    expect((await cabinetVisitor(service).write('/password/new', fresh)).status).toBe(200)
    expect((await cabinetVisitor(service).write('/password/new', fresh)).body.error.code).toBe('link-ended')
  })
})

describe('sign-up with mail', () => {
  let service: TestService
  let mail: MailServer
  beforeAll(async () => {
    mail = await startMailServer()
    service = await startTestService(
      {
        RINGKEY_SMTP_URL: `${mail.url}?tls=optional`,
        RINGKEY_MAIL_FROM: 'Ringkey <noreply@example.com>',
      },
      { installation: { signUp: 'open' } },
    )
  })
  afterAll(async () => {
    await service.stop()
    await mail.close()
  })

  it('starts with a mail, and answers the same for a registered e-mail', async () => {
    const visitor = cabinetVisitor(service)
    expect((await visitor.read('/entrance')).body).toMatchObject({ signUp: 'open', links: 'mail' })
    expect((await visitor.write('/sign-up/finish', newcomer('ann@example.com'))).status).toBe(403)
    const asked = await visitor.write('/sign-up', { email: 'Ann@example.com', language: 'ru' })
    const [message] = await mail.mailsTo('ann@example.com')
    expect(message!.subject).toBe('Завершите регистрацию в Ringkey')
    expect(linkIn(message!)).toMatch(/\/cabinet\/sign-up#\w{32}$/)
    const token = tokenIn(message!)
    expect((await visitor.write('/link', { token })).body).toMatchObject({
      purpose: 'sign-up',
      email: 'ann@example.com',
    })
    const stolen = await visitor.write('/sign-up/finish', newcomer('eve@example.com', { token }))
    expect(stolen.body.error.code).toBe('link-ended')
    const made = await visitor.write('/sign-up/finish', newcomer('ann@example.com', { token }))
    expect(made.body.account.email).toBe('ann@example.com')

    const again = await cabinetVisitor(service).write('/sign-up', {
      email: 'ann@example.com',
      language: 'en',
    })
    expect([again.status, again.body]).toEqual([asked.status, asked.body])
    const mails = await mail.mailsTo('ann@example.com', 2)
    expect(mails[1]!.subject).toBe('You are already registered with Ringkey')
    expect(mails[1]!.text).not.toContain('#')
  })

  it('sends a password link to a registered e-mail only, with the same answer for others', async () => {
    await service.clock.leap(quarterHourMs)
    const old = cabinetVisitor(service)
    await old.write('/session', { email: 'ann@example.com', password: goodPassword })
    const visitor = cabinetVisitor(service)
    const ask = (email: string) => visitor.write('/password/forgotten', { email, language: 'en' })
    const [known, unknown] = [await ask('ann@example.com'), await ask('nobody@example.com')]
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
    const message = (await mail.mailsTo('ann@example.com', 3))[2]!
    expect(message.subject).toBe('A new password for Ringkey')
    expect(mail.received.some(({ to }) => to === 'nobody@example.com')).toBe(false)
    expect(service.logged.join()).not.toContain(tokenIn(message))

    const token = tokenIn(message)
    expect((await visitor.write('/link', { token })).body).toMatchObject({ email: 'ann@example.com' })
    const weak = await visitor.write('/password/new', { token, password: 'qwerty12345' })
    expect(weak.body.error.code).toBe('password-simple')
    expect((await visitor.write('/password/new', { token, password: 'a fresh password' })).body.stage).toBe(
      'full',
    )
    expect((await old.read('/me')).status).toBe(401)
    expect((await visitor.write('/link', { token })).status).toBe(410)
    const signIn = await old.write('/session', { email: 'ann@example.com', password: goodPassword })
    expect(signIn.body.error.code).toBe('wrong-password')
  })

  it('ends a link after its hour', async () => {
    await service.clock.leap(quarterHourMs)
    const visitor = cabinetVisitor(service)
    await visitor.write('/password/forgotten', { email: 'ann@example.com', language: 'en' })
    const token = tokenIn((await mail.mailsTo('ann@example.com', 4))[3]!)
    await service.clock.leap(3_600_000)
    const late = await visitor.write('/password/new', { token, password: 'a fresh password' })
    expect(late.body.error.code).toBe('link-ended')
  })

  it('does not flood a mailbox', async () => {
    await service.clock.leap(quarterHourMs)
    const statuses: number[] = []
    for (let index = 0; index < 6; index++) {
      const ask = { email: 'nobody@example.com', language: 'en' }
      statuses.push((await cabinetVisitor(service).write('/password/forgotten', ask)).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })

  it('answers at once while the mail server does not respond', async () => {
    await service.clock.leap(quarterHourMs)
    mail.isDumb = true
    const visitor = cabinetVisitor(service)
    const asked = await visitor.write('/password/forgotten', { email: 'ann@example.com', language: 'en' })
    expect(asked.status).toBe(200)
    mail.isDumb = false
  })
})

describe('sign-up by invitation', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ RINGKEY_DEMO: 'off' })
  })
  afterAll(() => service.stop())

  it('needs a link; a new password comes from the operator only', async () => {
    const visitor = cabinetVisitor(service)
    expect((await visitor.read('/entrance')).body).toMatchObject({ signUp: 'invite', links: 'operator' })
    const refused = await visitor.write('/sign-up/finish', newcomer('ann@example.com'))
    expect(refused.body.error.code).toBe('sign-up-closed')
    const forgotten = await visitor.write('/password/forgotten', { email: 'a@example.com', language: 'en' })
    expect(forgotten.body.error.code).toBe('no-mail')
    const token = await makeLink(
      { store: service.store, random: systemRandom, now: service.clock.now() },
      { purpose: 'sign-up' },
    )
    const made = await visitor.write('/sign-up/finish', newcomer('ann@example.com', { token }))
    expect(made.body.account.role).toBe('owner')
    const second = await cabinetVisitor(service).write(
      '/sign-up/finish',
      newcomer('b@example.com', { token }),
    )
    expect(second.body.error.code).toBe('link-ended')
  })
})

it('sign-up: is refused where it is closed', async () => {
  const service = await startTestService({}, { installation: { signUp: 'closed' } })
  const token = await makeLink(
    { store: service.store, random: systemRandom, now: service.clock.now() },
    { purpose: 'sign-up' },
  )
  const refused = await cabinetVisitor(service).write('/sign-up/finish', newcomer('a@example.com', { token }))
  expect(refused.body.error.code).toBe('sign-up-closed')
  await service.stop()
})
