import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CabinetVisitor, cabinetVisitor, goodPassword, signedUp } from '../../test/cabinet-visitor.ts'
import { linkIn, type MailServer, startMailServer, tokenIn } from '../../test/mail-server.ts'
import { eventually, startTestService, type TestService } from '../../test/service.ts'
import { systemRandom } from '../platform/random.ts'
import { hashToken, makeLink } from './one-time-links.ts'

const quarterHourMs = 15 * 60_000
const hourMs = 4 * quarterHourMs

const askFor = (visitor: CabinetVisitor, email: string, changes: object = {}) =>
  visitor.write('/email', { email, password: goodPassword, language: 'en', ...changes })
const confirmWith = (visitor: CabinetVisitor, token: string) =>
  visitor.write('/email/confirm', { token, language: 'en' })
const signInAs = (service: TestService, email: string) =>
  cabinetVisitor(service).write('/session', { email, password: goodPassword })

describe('a new e-mail, with mail', () => {
  let service: TestService
  let mail: MailServer
  beforeAll(async () => {
    mail = await startMailServer()
    service = await startTestService({
      RINGKEY_SMTP_URL: `${mail.url}?tls=optional`,
      RINGKEY_MAIL_FROM: 'Ringkey <noreply@example.com>',
    })
  })
  afterAll(async () => {
    await service.stop()
    await mail.close()
  })

  /** A person with an account, who has already confirmed the sign-up mail. */
  const newcomer = async (email: string): Promise<CabinetVisitor> => {
    await service.clock.leap(quarterHourMs)
    const visitor = cabinetVisitor(service)
    const token = await makeLink(
      { store: service.store, random: systemRandom, now: service.clock.now() },
      { purpose: 'sign-up' },
    )
    const person = { token, email, password: goodPassword, name: 'Ann', language: 'en' }
    expect((await visitor.write('/sign-up/finish', person)).status).toBe(200)
    return visitor
  }

  it('takes effect once its mail is confirmed; the account e-mail changes too and the old address is informed', async () => {
    const ann = await newcomer('ann@example.com')
    expect((await askFor(ann, ' New@Example.COM ')).status).toBe(200)
    const [message] = await mail.mailsTo('new@example.com')
    expect(message!.subject).toBe('Confirm your new e-mail for Ringkey')
    expect(linkIn(message!)).toMatch(/\/cabinet\/new-email#\w{32}$/)
    const token = tokenIn(message!)
    expect((await ann.read('/me')).body.person.email).toBe('ann@example.com')
    expect((await signInAs(service, 'new@example.com')).status).toBe(401)
    expect((await cabinetVisitor(service).write('/link', { token })).body).toMatchObject({
      purpose: 'new-email',
      email: 'new@example.com',
    })

    const { body } = await confirmWith(ann, token)
    expect(body).toMatchObject({
      person: { email: 'new@example.com' },
      account: { email: 'new@example.com', role: 'owner' },
    })
    expect((await ann.read('/me')).body).toEqual(body)
    const [action] = (await ann.read('/account/actions')).body
    expect(action).toMatchObject({
      action: 'email-changed',
      facts: { from: 'ann@example.com', to: 'new@example.com' },
      words: { en: 'e-mail of ann@example.com changed to new@example.com' },
    })
    const [notice] = await mail.mailsTo('ann@example.com')
    expect(notice!.subject).toBe('Your e-mail at Ringkey was changed')
    expect(notice!.text).toContain('new@example.com')
    expect((await signInAs(service, 'ann@example.com')).status).toBe(401)
    expect((await signInAs(service, 'new@example.com')).status).toBe(200)
    expect((await confirmWith(ann, token)).body.error.code).toBe('link-ended')
    expect(service.logged.join()).not.toContain(token)
  })

  it('needs the password, a valid address, and another address than before', async () => {
    const bob = await newcomer('bob@example.com')
    expect((await askFor(bob, 'b@example.com', { password: 'a guess' })).body.error).toMatchObject({
      code: 'password-wrong',
      field: 'password',
    })
    expect((await askFor(bob, 'b at home')).body.error).toMatchObject({ code: 'wrong-field', field: 'email' })
    expect((await askFor(bob, 'BOB@example.com')).body.error).toMatchObject({
      code: 'email-same',
      field: 'email',
    })
    expect((await askFor(cabinetVisitor(service), 'b@example.com')).status).toBe(401)
    for (let guess = 0; guess < 9; guess++) await askFor(bob, 'b@example.com', { password: 'a guess' })
    expect((await askFor(bob, 'b@example.com')).status).toBe(429)
    expect(mail.received.some(({ to }) => to === 'b@example.com')).toBe(false)
  })

  it('answers the same for an address in use, and writes to that address what happened', async () => {
    const eve = await newcomer('eve@example.com')
    await newcomer('cat@example.com')
    const [free, used] = [await askFor(eve, 'free@example.com'), await askFor(eve, 'cat@example.com')]
    expect([used.status, used.body]).toEqual([free.status, free.body])
    const [message] = await mail.mailsTo('cat@example.com')
    expect(message!.subject).toBe('This address is already in use at Ringkey')
    expect(message!.text).not.toContain('#')
    expect(message!.text).not.toContain('eve@')
  })

  it('belongs to the person who confirmed it first', async () => {
    const [slow, quick] = [await newcomer('slow@example.com'), await newcomer('quick@example.com')]
    for (const visitor of [slow, quick]) await askFor(visitor, 'wanted@example.com')
    const tokens = (await mail.mailsTo('wanted@example.com', 2)).map(tokenIn)
    const linkOf = async (visitor: CabinetVisitor) => {
      const { id } = (await visitor.read('/me')).body.person
      const links = await Promise.all(tokens.map((token) => service.store.link(hashToken(token))))
      return tokens[links.findIndex((link) => link?.personId === id)]!
    }
    const [ofSlow, ofQuick] = [await linkOf(slow), await linkOf(quick)]
    expect((await confirmWith(quick, ofSlow)).body.error.code).toBe('link-of-another')
    expect((await confirmWith(quick, ofQuick)).status).toBe(200)
    expect((await confirmWith(slow, ofSlow)).body.error.code).toBe('email-taken')
    expect((await slow.read('/me')).body.person.email).toBe('slow@example.com')
  })

  it('has a link that expires after an hour; the change ends password links in the old mailbox', async () => {
    const dan = await newcomer('dan@example.com')
    await askFor(dan, 'dan-new@example.com')
    await service.clock.leap(hourMs)
    const late = tokenIn((await mail.mailsTo('dan-new@example.com'))[0]!)
    expect((await confirmWith(dan, late)).body.error.code).toBe('link-ended')

    await cabinetVisitor(service).write('/password/forgotten', { email: 'dan@example.com', language: 'en' })
    const toPassword = tokenIn((await mail.mailsTo('dan@example.com'))[0]!)
    await askFor(dan, 'dan-new@example.com')
    const token = tokenIn((await mail.mailsTo('dan-new@example.com', 2))[1]!)
    expect((await confirmWith(dan, toPassword)).body.error.code).toBe('link-ended')
    expect((await confirmWith(dan, token)).status).toBe(200)
    const stolen = { token: toPassword, password: 'a password of a thief' }
    expect((await cabinetVisitor(service).write('/password/new', stolen)).body.error.code).toBe('link-ended')
  })

  it('does not flood a mailbox', async () => {
    const fay = await newcomer('fay@example.com')
    const statuses: number[] = []
    for (let index = 0; index < 6; index++) statuses.push((await askFor(fay, 'poor@example.com')).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })
})

it('e-mail change: is recorded in the history of the account whose e-mail changed, whichever account is open', async () => {
  const service = await startTestService()
  const owner = await signedUp(service, 'owner@example.com')
  const guest = await signedUp(service, 'guest@example.com')
  const invitation = { email: 'guest@example.com', role: 'developer', language: 'en' }
  const { link } = (await owner.write('/account/invitations', invitation)).body
  const own = (await guest.read('/me')).body.account.id
  await guest.write('/join/accept', { token: link.split('#')[1] })

  // The demo has no mail server: the mail is on its console.
  await askFor(guest, 'moved@example.com', { language: 'ru' })
  const token = await eventually(
    async () => /new-email#(\w+)/.exec(service.logged.join())?.[1],
    (found) => found !== undefined,
  )
  const { body } = await confirmWith(guest, token!)
  expect(body.account.email).toBe('owner@example.com')
  expect(body.accounts).toContainEqual({ id: own, email: 'moved@example.com', role: 'owner' })
  const expected = 'e-mail of guest@example.com changed to moved@example.com'
  const actionsOf = async (visitor: CabinetVisitor) =>
    (await visitor.read('/account/actions')).body.map(({ words }: { words: { en: string } }) => words.en)
  expect(await actionsOf(owner)).toContain(expected)
  await guest.write('/session/account', { accountId: own })
  expect(await actionsOf(guest)).toContain(expected)
  await service.stop()
})

it('e-mail change without mail: says that the operator has to make a link', async () => {
  const service = await startTestService({ RINGKEY_DEMO: 'off' }, { installation: { signUp: 'open' } })
  const ann = await signedUp(service, 'ann@example.com')
  expect((await askFor(ann, 'new@example.com')).body.error.code).toBe('no-mail')
  await service.stop()
})
