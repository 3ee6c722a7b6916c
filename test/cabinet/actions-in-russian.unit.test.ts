// The history of an account is stored in English, as getAccount shows it; the cabinet tells it in Russian.
import { expect, it } from 'vitest'
import { inRussian } from '../../cabinet/src/pages/account/actions-in-russian.ts'
import { sourceFiles } from '../tidy/source-tree.ts'

/** Texts of history entries in the source; variable parts are replaced by numbers. */
function notedTexts(): string[] {
  const noted = /(?:\b(?:noteAction|history)\([^'`;{}]*|\btext: )(['`])(.+?)\1[,)\s]/g
  const folders = /^server\/src\/(cabinet|operations)\//
  return sourceFiles()
    .filter(({ path }) => folders.test(path) && !/\.test\.ts$/.test(path))
    .flatMap(({ code }) => [...code.matchAll(noted)].map(([, , text]) => text!))
    .map((text) => text.replaceAll(/\$?\{[^}]+\}/g, '7'))
}

it('action history: its texts are found in the source', () => {
  expect(notedTexts()).toEqual(expect.arrayContaining(['signed in', 'service 7 created', '7 invited as 7']))
})

it('action history: every text has a Russian translation', () => {
  // Texts with variable parts other than numbers are tested below.
  const others = [
    'account 7 7',
    'password link made7',
    'phone of account 7 7',
    'legacy repeats of service 7 7',
    'service 7 7',
    'spend cap of 7 changed',
  ]
  const unreported = notedTexts().filter((text) => !others.includes(text) && inRussian(text) === text)
  expect(unreported).toEqual([])
})

it.each([
  ['account blocked', 'аккаунт заблокирован'],
  ['account 7 unblocked', 'аккаунт разблокирован'],
  ['phone of account 7 counts as confirmed', 'телефон аккаунта считается подтверждённым'],
  ['phone of account 7 is to be confirmed', 'телефон аккаунта нужно подтвердить'],
  ['legacy repeats of service 7 on', 'бесплатные повторы сервиса 7 включены'],
  ['legacy repeats of service 7 off', 'бесплатные повторы сервиса 7 выключены'],
  ['spend cap of account:7 changed', 'лимит расходов аккаунта 7 изменён'],
  ['spend cap of service:7: 10 an hour, none a day', 'лимит расходов сервиса 7 изменён'],
  ['spend caps of service 7: an hour none, a day 5', 'свой лимит расходов сервиса 7 изменён'],
  ['tariff changed from uni to vip', 'тариф изменён'],
  ['service 7 changed: name, https-only, newer', 'сервис 7 изменён: название, только HTTPS, newer'],
  ['call 100001 placed from the cabinet, service 7', 'звонок 100001 начат из кабинета, сервис 7'],
  ['verification 100000 placed from the cabinet, service 7', 'звонок 100000 начат из кабинета, сервис 7'],
  ['verification vf_1a placed from the cabinet, service 7', 'проверка vf_1a начата из кабинета, сервис 7'],
  [
    'password link made, second factor removed',
    'администратор создал ссылку для нового пароля и снял второй фактор',
  ],
  ['a@b.example is now read-only', 'роль a@b.example: только чтение'],
  ['something of a newer release', 'something of a newer release'],
])('tells "%s"', (stored, reported) => {
  expect(inRussian(stored)).toBe(reported)
})
