import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BotApiServer, startBotApiServer } from '../../../test/bot-api-server.ts'
import {
  type CabinetVisitor,
  cabinetVisitor,
  demoOperator,
  demoToken,
  goodPassword,
  signedUp,
} from '../../../test/cabinet-visitor.ts'
import { eventually, startTestService, type TestService } from '../../../test/service.ts'
import { codeOfStep, stepAt } from './totp.ts'

let service: TestService
let bot: BotApiServer
beforeAll(async () => {
  bot = await startBotApiServer()
  service = await startTestService({ RINGKEY_TELEGRAM_TOKEN: bot.token, RINGKEY_TELEGRAM_API: bot.url })
})
afterAll(async () => {
  await service.stop()
  await bot.close()
})

const signIn = async (email: string) => {
  const visitor = cabinetVisitor(service)
  const { body } = await visitor.write('/session', { email, password: goodPassword })
  return { visitor, me: body }
}

async function withTotp(visitor: CabinetVisitor) {
  const { secret, pending } = (await visitor.write('/second-factor/totp')).body
  const code = () => codeOfStep(secret, stepAt(service.clock.now()))
  const wrong = await visitor.write('/second-factor/totp/confirm', { pending, code: '000000' })
  expect(wrong.body.error.code).toBe('wrong-code')
  const { recoveryCodes } = (await visitor.write('/second-factor/totp/confirm', { pending, code: code() }))
    .body
  await service.clock.advance(30_000)
  return { secret, pending, code, recoveryCodes: recoveryCodes as string[] }
}

it('second factor: needs a code of the app after the password, and accepts each code once', async () => {
  const own = await signedUp(service, 'totp@example.com')
  const { code, pending, recoveryCodes } = await withTotp(own)
  expect(new Set(recoveryCodes).size).toBe(10)
  expect((await own.read('/security')).body).toMatchObject({ totp: true, recoveryCodesLeft: 10 })

  const { visitor, me } = await signIn('totp@example.com')
  expect(me).toMatchObject({ stage: 'second-factor', secondFactors: ['totp', 'recovery'], account: null })
  expect((await visitor.read('/services')).body.error.code).toBe('second-factor-needed')
  expect((await visitor.write('/session/totp', { code: '123' })).body.error.code).toBe('wrong-code')
  const now = code()
  expect(
    (await visitor.write('/session/totp', { code: ` ${now.slice(0, 3)} ${now.slice(3)}` })).body.stage,
  ).toBe('full')
  expect((await visitor.read('/services')).status).toBe(200)

  const second = await signIn('totp@example.com')
  expect((await second.visitor.write('/session/totp', { code: now })).body.error.code).toBe('wrong-code')
  const stranger = await signedUp(service, 'other@example.com')
  const borrowed = await stranger.write('/second-factor/totp/confirm', { pending, code: now })
  expect(borrowed.body.error.code).toBe('unreadable')
  expect((await service.get('getAccount')).body.two_auth).toBe(false)
})

it('second factor: accepts a recovery code once in any spelling, and makes new codes after the password', async () => {
  const own = await signedUp(service, 'recovery@example.com')
  const { recoveryCodes, code } = await withTotp(own)
  const typed = recoveryCodes[0]!.toUpperCase().replaceAll('-', ' ')
  const { visitor } = await signIn('recovery@example.com')
  expect((await visitor.write('/session/recovery', { code: typed })).body.stage).toBe('full')
  const again = await signIn('recovery@example.com')
  const used = await again.visitor.write('/session/recovery', { code: typed })
  expect(used.body.error.code).toBe('wrong-code')
  expect((await own.read('/security')).body.recoveryCodesLeft).toBe(9)

  const person = await service.store.personByEmail('recovery@example.com')
  expect(JSON.stringify(person!.recoveryHashes)).not.toContain(recoveryCodes[1])
  const proof = code()
  expect((await own.write('/second-factor/recovery', { password: 'wrong', proof })).status).toBe(403)
  const renewed = (await own.write('/second-factor/recovery', { password: goodPassword, proof })).body
    .recoveryCodes
  expect(renewed).toHaveLength(10)
  const old = await again.visitor.write('/session/recovery', { code: recoveryCodes[1] })
  expect(old.body.error.code).toBe('wrong-code')

  await own.write('/second-factor/totp/remove', { password: goodPassword, proof: renewed[0] })
  expect((await own.read('/security')).body).toMatchObject({ totp: false, recoveryCodesLeft: 0 })
  expect((await signIn('recovery@example.com')).me.stage).toBe('full')
})

it('second factor: limits guesses of codes', async () => {
  await withTotp(await signedUp(service, 'guessed@example.com'))
  const { visitor } = await signIn('guessed@example.com')
  for (let index = 0; index < 10; index++) await visitor.write('/session/totp', { code: '000000' })
  expect((await visitor.write('/session/recovery', { code: 'x' })).status).toBe(429)
})

it('[D4-73] messenger: is connected, confirms sign-ins, and is shown in getAccount', async () => {
  await service.clock.leap(15 * 60_000)
  const demo = await demoOperator(service)
  const { link } = (await demo.write('/second-factor/telegram')).body
  expect(link).toMatch(/^https:\/\/t\.me\/ringkey_test_bot\?start=\w{32}$/)
  bot.says(77, `/start ${link.split('=')[1]}`)
  await bot.message(({ chatId, text }) => chatId === 77 && text.includes('demo@ringkey.local'))
  expect((await demo.read('/security')).body.telegram).toEqual({
    offered: true,
    connected: true,
    confirms: false,
  })
  expect((await service.get('getAccount')).body).toMatchObject({ telegram_id: 77, two_auth: false })
  // The link has done its work.
  bot.says(78, `/start ${link.split('=')[1]}`)
  await bot.message(({ chatId, text }) => chatId === 78 && text.includes('has expired'))

  const switched = await demo.write('/second-factor/telegram/confirms', { confirms: true })
  expect(switched.body.recoveryCodes).toHaveLength(10)
  expect((await service.get('getAccount')).body).toMatchObject({ telegram_id: 77, two_auth: true })

  const visitor = cabinetVisitor(service, 'Firefox/1')
  const token = await demoToken(service)
  expect((await visitor.write('/session/demo-link', { token })).body).toMatchObject({
    stage: 'second-factor',
    secondFactors: ['telegram', 'recovery'],
  })
  const question = await bot.message(({ text }) => text.includes('Firefox/1'))
  expect(question).toMatchObject({ chatId: 77, buttons: [{ text: 'Yes, it is me' }, { text: 'No' }] })
  const yes = question.buttons[0]!.data
  expect(Buffer.byteLength(yes)).toBeLessThanOrEqual(64)
  // A stranger to whom the message was passed on cannot answer it.
  bot.presses(666, yes)
  await bot.message(({ method, text }) => method === 'editMessageText' && text.includes('has expired'))
  expect((await visitor.read('/me')).body.stage).toBe('second-factor')
  bot.presses(77, yes)
  await bot.message(({ method, text }) => method === 'editMessageText' && text.startsWith('Confirmed'))
  expect((await visitor.read('/me')).body.stage).toBe('full')
  const { logs } = (await service.get('getAccount')).body
  expect(logs[0]).toMatchObject({
    action: 'signed in, confirmed in the messenger',
    user_agent: 'Firefox/1',
    ip: '127.0.0.1',
  })

  const refused = await demoOperator(service, 'Thief/1')
  const second = await bot.message(({ text }) => text.includes('Thief/1'))
  bot.presses(77, second.buttons[1]!.data)
  await bot.message(({ text }) => text.startsWith('Refused'))
  expect((await refused.read('/me')).status).toBe(401)

  const { password } = service.firstRun!
  const remove = (words: object) => demo.write('/second-factor/telegram/remove', words)
  const [proof] = switched.body.recoveryCodes
  expect((await remove({ password: 'wrong', proof })).body.error.code).toBe('password-wrong')
  expect((await remove({ password })).body.error).toMatchObject({ code: 'wrong-code', field: 'proof' })
  expect((await demo.write('/second-factor/telegram')).body.error.code).toBe('messenger-connected')
  expect((await remove({ password, proof })).status).toBe(200)
  expect((await service.get('getAccount')).body).toMatchObject({ telegram_id: 0, two_auth: false })
})

it('messenger: an outage is reported, the token is not logged, and the connection recovers by itself', async () => {
  const own = await signedUp(service, 'away@example.com')
  bot.isBroken = true
  const id = (await service.store.personByEmail('away@example.com'))!.id
  await service.store.changePerson({ id, telegramId: 5, confirmsByTelegram: true })
  const { visitor } = await signIn('away@example.com')
  expect((await visitor.write('/session/telegram')).body.error.code).toBe('messenger-away')
  bot.says(5, '/start')
  await eventually(
    async () => service.logged.join(),
    (lines) => lines.includes('messenger-trouble'),
  )
  expect(service.logged.join()).not.toContain(bot.token)
  bot.isBroken = false
  await eventually(
    async () => {
      await service.clock.advance(5_000)
      return bot.asking
    },
    (asking) => asking === 1,
  )
  expect((await visitor.write('/session/telegram')).status).toBe(200)
  await bot.message(({ chatId }) => chatId === 5)
  expect((await own.read('/me')).status).toBe(200)
})
