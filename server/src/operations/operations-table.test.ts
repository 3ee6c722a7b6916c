import { expect, it } from 'vitest'
import { kinds, sentenceOf } from './operations-table.ts'

/** Of every kind, facts and the words that both languages have to tell. */
const examples: Readonly<Record<string, readonly [facts: object, ...words: string[]]>> = {
  'signed-in': [{ by: 'password' }],
  'signed-out': [{}],
  'sign-in-refused': [{ reason: 'password' }],
  'proof-refused': [{ reason: 'second-factor' }],
  'sessions-ended': [{ which: 'others' }],
  'link-asked': [{ purpose: 'new-password' }],
  'link-used': [{ purpose: 'of a newer release' }, 'of a newer release'],
  'password-changed': [{ by: 'link' }],
  'second-factor-changed': [{ change: 'app-removed' }],
  'key-refused': [{ service: 8, reason: 'address' }, ' 8 '],
  'books-audited': [{}],
  'admin-call': [{ method: 'GET', path: '/trunks', status: 403 }, '/trunks', '403'],
  'admin-token.add': [{ name: 'terraform', scopes: ['read', 'money'] }, 'terraform', 'read, money'],
  'admin-token.remove': [{ name: 'terraform' }, 'terraform'],
  'account-opened': [{ account: 7 }, ' 7'],
  'verification-opened': [{ account: 7, verification: 'vf_0192' }, ' 7', 'vf_0192'],
  'call-opened': [{ account: 7, call: 100_042 }, ' 7', '100042'],
  'trunk.add': [{ trunk: 'north' }, 'north'],
  'trunk.change': [
    { trunk: 'north', changes: { newSetting: ['5', '8'], password: null } },
    'north',
    'newSetting 5 → 8, ',
  ],
  'trunk.remove': [{ trunk: 'north' }, 'north'],
  'sip-captured': [{ trunk: 'north', call: null, messages: 12, isClear: false }, '12', 'north'],
  'alarm.add-receiver': [{ id: 3, channel: 'mail', target: 'ops@example.com' }, 'ops@example.com'],
  'alarm.remove-receiver': [{ id: 3 }, '3'],
  'alarm.add-silence': [
    { kind: 'trunk-down', subject: 'north', reason: 'works', until: 1 },
    'north',
    'works',
  ],
  'alarm.remove-silence': [{ id: 4 }, '4'],
  'trunk-tested': [{ trunk: 'north', phoneMask: '7916***4567' }, 'north', '7916***4567'],
  'test-call': [{ trunk: 'north', phoneMask: '7916***4567', mode: 'flash' }, 'north', '7916***4567'],
  'pool.add': [
    { first: '74950000001', last: '74950000009', trunks: ['north', 'south'] },
    '+74950000001 – +74950000009',
    'north, south',
  ],
  'pool.remove': [{ first: '74950000001', last: '74950000001', trunk: 'north' }, '+74950000001', 'north'],
  'consent.wording': [{ service: 8 }, ' 8'],
  'consent-exported': [{ service: 8, phoneMask: '7916***4567' }, ' 8', '7916***4567'],
  'pool.label': [
    { first: '74950000001', last: '74950000001', trunks: ['north'], label: 'Acme', category: 'codes' },
    '+74950000001',
    'north',
    'Acme, codes',
  ],
  'pool.quarantine': [
    {
      trunk: 'north',
      state: 'quarantined',
      count: 12,
      numbers: ['74950000001', '74951230000-74951239999'],
      refusal: 'declined',
      until: 1,
    },
    'north',
    '+74950000001, +74951230000 – +74951239999 … (12)',
  ],
  'contract.set': [
    { document: '7/2026', network: 'Vodafone', trunk: '', lastDay: '2026-12-31' },
    '7/2026',
    'Vodafone',
    '2026-12-31',
  ],
  'contract.remove': [{ document: '7/2026' }, '7/2026'],
  'contract.import': [{ count: 3 }, '3'],
  'pool.release': [{ first: '74950000001', last: '74950000001', trunk: 'north' }, '+74950000001', 'north'],
  'confirm-pool.add': [
    { count: 3, range: '74950000001-74950000003', tollFree: true, countries: ['RU'] },
    '3',
    '74950000001-74950000003; toll-free yes; country RU',
  ],
  'confirm-pool.remove': [{ count: 3, first: '74950000001' }, '3', '+74950000001'],
  'tariff.save': [
    { tariff: 'gold', changes: { 'flash:77': ['null', '0.5'] } },
    'gold',
    'flash:77 null → 0.5',
  ],
  'account.top-up': [{ account: 7, amount: 100.5, note: 'invoice 9' }, ' 7 ', ': invoice 9'],
  'account.reverse-top-up': [{ account: 7, entry: 3, amount: 100.5, note: 'typo' }, ' 7 ', ' 3)', ': typo'],
  'account.create': [{ account: 7 }, ' 7'],
  'account.close': [{ account: 7 }, ' 7 '],
  'service.create': [{ service: 8, account: 7 }, ' 8', ' 7'],
  'service.archive': [{ service: 8 }, ' 8 '],
  'service.change': [
    { service: 8, changes: { httpsOnly: ['true', 'false'], newer: null } },
    ' 8',
    'HTTPS',
    ' true → false, newer',
  ],
  'key.add': [{ key: 3, service: 8, scope: 'read' }, ' 3 ', ' 8', 'read'],
  'key.rotate': [{ key: 3, service: 8 }, ' 3 ', ' 8'],
  'key.revoke': [{ key: 3, service: 8 }, ' 3 ', ' 8'],
  'hook.add': [{ hook: 3, service: 8, kind: 'logto' }, ' 8', 'logto'],
  'hook.rotate': [{ hook: 3, service: 8, kind: 'logto' }, ' 8', 'logto'],
  'hook.remove': [{ hook: 3, service: 8, kind: 'logto' }, ' 8', 'logto'],
  'oidc-client.add': [{ client: 'oc_a', service: 8 }, ' 8', 'oc_a'],
  'oidc-client.remove': [{ client: 'oc_a', service: 8 }, ' 8', 'oc_a'],
  'oidc-keys.rotate': [{}],
  'gateway.add': [{ gateway: 3, service: 8, channel: 'sms' }, ' 8', 'sms'],
  'gateway.remove': [{ gateway: 3, service: 8, channel: 'sms' }, ' 8', 'sms'],
  'service.dialect': [{ service: 8, dialect: 'sms.ru' }, ' 8', 'sms.ru'],
  'webhook.secret': [{ service: 8 }, ' 8'],
  'webhook.rotate-secret': [{ service: 8 }, ' 8'],
  'webhook.resent': [{ call: null, webhookId: 'msg_1f' }, 'msg_1f'],
  'endpoint.add': [{ endpoint: 3, service: 8 }, ' 3 ', ' 8'],
  'endpoint.change': [
    { endpoint: 3, service: 8, changes: { url: null, enabled: ['true', 'false'] } },
    ' 3 ',
    ' 8',
    'url, enabled true → false',
  ],
  'endpoint.remove': [{ endpoint: 3, service: 8 }, ' 3 ', ' 8'],
  'endpoint.secret': [{ endpoint: 3, service: 8 }, ' 3 ', ' 8'],
  'endpoint.rotate-secret': [{ endpoint: 3, service: 8 }, ' 3 ', ' 8'],
  'endpoint.test': [{ endpoint: 3, service: 8 }, ' 3 ', ' 8'],
  'link.hand-out': [{ purpose: 'new-password', person: 9, withoutSecondFactor: true }, ' 9'],
  'operator.make': [{ email: 'op@example.com' }, 'op@example.com'],
  'operator.set': [{ email: 'op@example.com', operator: false }, 'op@example.com'],
  'number-erased': [{ calls: 3 }, '3'],
  'account.status': [{ account: 7, status: 'blocked' }, ' 7 '],
  'account.make-real': [{ account: 7 }, ' 7 '],
  'account.tariff': [{ account: 7, from: 'uni', to: 'gold' }, ' 7 ', ' uni', ' gold'],
  'installation.top-up-secret': [{}],
  'installation.change': [{ changes: { currency: ['RUB', 'EUR'] } }, 'RUB → EUR'],
  'party.save': [{ account: 7 }, ' 7'],
  'account.phone-confirmed': [{ account: 7, confirmed: true }, ' 7 '],
  'service.legacy-repeats': [{ service: 8, on: true }, ' 8 '],
  'service.request-limit': [{ service: 8, from: 0, perSecond: 1_000 }, ' 8', ' → 1000'],
  'cap.set': [{ scope: 'prefix:77', from: { perHour: 5, perDay: 0 }, perHour: 10, perDay: 0 }, '+77: '],
  'service.limits': [{ scope: 'owner:8', from: { perHour: 5, perDay: 0 }, perHour: 10, perDay: 0 }, ' 8: '],
  'numbering-import': [{ data: 'registry', name: 'DEF-9xx.csv', forced: true }, 'DEF-9xx.csv ('],
  'numbering-rollback': [{ data: 'porting', snapshot: 'porting-000001.snapshot' }, 'porting-000001.snapshot'],
  'address.block': [{ address: '203.0.113.7' }, '203.0.113.7'],
  'prefix.block': [{ prefix: '7999' }, '+7999'],
  'prefix.unblock': [{ prefix: '7999' }, '+7999'],
  'address.unblock': [{ address: '203.0.113.7' }, '203.0.113.7'],
  'prefix.pause': [
    { service: 8, prefix: '7916', reason: 'burst', calls: 900, expected: 12 },
    ' 8 ',
    '+7916',
    '900',
    '12',
  ],
  'service.charge-on-delivery': [{ service: 8, delivered: 120, approved: 3, until: 0 }, ' 8 ', '120', '3'],
  'prefix.resume': [{ service: 8, prefix: 'LV' }, ' 8 ', 'LV'],
  'do-not-call': [{ phoneMask: '7916***4567', listed: true }, '7916***4567'],
  'do-not-call.import': [{ added: 12 }, '12'],
  'secret-rotated': [{ sealed: 12, left: 0 }, '12', ' 0'],
  'clock-trusted': [{ deleted: 7 }, '7'],
  moved: [{ rows: 900 }, '900'],
  'move-undone': [{}],
  'prompts-imported': [{ language: 'kk' }, 'kk'],
  'months-closed': [{ month: '2026-01', entries: 9 }, '2026-01', '9'],
  'signed-up': [{}],
  'email-changed': [{ from: 'a@example.com', to: 'b@example.com' }, 'a@example.com', 'b@example.com'],
  'operator-joined': [{ email: 'a@example.com' }, 'a@example.com '],
  'member-invited': [{ email: 'a@example.com', role: 'accountant' }, 'a@example.com'],
  'invitation-withdrawn': [{ email: 'a@example.com' }, 'a@example.com '],
  'member-joined': [{ email: 'a@example.com', role: 'owner' }, 'a@example.com '],
  'member-changed': [{ email: 'a@example.com', role: 'read-only' }, 'a@example.com'],
  'member-removed': [{ email: 'a@example.com' }, 'a@example.com '],
  'member-left': [{ email: 'a@example.com' }, 'a@example.com '],
  'own-phone-called': [{}],
  'own-phone-confirmed': [{}],
  'balance-notice': [{ on: true }],
  'call-placed': [{ call: 100_001, service: 7 }, ' 100001 ', ' 7'],
  'verification-placed': [{ verification: 'vf_1a', service: 7 }, ' vf_1a ', ' 7'],
  'verification-canceled': [{ verification: 'vf_1a' }, ' vf_1a '],
  'code-shown': [{ call: 100_001 }, ' 100001 '],
}

it.each(Object.entries(examples))(
  'operators’ log and history: has a sentence for %s in both languages',
  (kind, [facts, ...words]) => {
    const { en, ru } = sentenceOf(kind, facts)
    for (const word of words) for (const sentence of [en, ru]) expect(sentence).toContain(word)
    expect(en).not.toMatch(/[а-яё]|undefined|\[object/i)
    expect(ru).toMatch(/[а-яё]{3}/i)
    expect(ru).not.toMatch(/undefined|\[object/)
  },
)

it('operators’ log and history: no kind is left out above', () => {
  expect(Object.keys(examples).toSorted()).toEqual(kinds.toSorted())
})

it.each<[kind: string, facts: object, en: string, ru: string]>([
  [
    'account.phone-confirmed',
    { account: 7, confirmed: true },
    'phone of account 7 counts as confirmed',
    'телефон аккаунта 7 считается подтверждённым',
  ],
  [
    'account.phone-confirmed',
    { account: 7, confirmed: false },
    'phone of account 7 is to be confirmed',
    'телефон аккаунта 7 нужно подтвердить',
  ],
  ['account.status', { account: 7, status: 'active' }, 'account 7 unblocked', 'аккаунт 7 разблокирован'],
  [
    'service.legacy-repeats',
    { service: 8, on: true },
    'legacy repeats of service 8 on',
    'старые повторы сервиса 8 включены',
  ],
  [
    'service.legacy-repeats',
    { service: 8, on: false },
    'legacy repeats of service 8 off',
    'старые повторы сервиса 8 выключены',
  ],
  [
    'do-not-call',
    { phoneMask: '7916***4567', listed: true },
    '7916***4567 put on the do-not-call list',
    '7916***4567 добавлен в список «Кому не звонить»',
  ],
  [
    'do-not-call',
    { phoneMask: '7916***4567', listed: false },
    '7916***4567 taken off the do-not-call list',
    '7916***4567 убран из списка «Кому не звонить»',
  ],
  [
    'confirm-pool.remove',
    { count: 1, first: '74950000001' },
    'confirmation number +74950000001 removed',
    'убран номер подтверждения +74950000001',
  ],
  [
    'confirm-pool.remove',
    { count: 2, first: '74950000001' },
    'confirmation numbers removed: 2, from +74950000001 on',
    'убрано номеров подтверждения: 2, начиная с +74950000001',
  ],
  [
    'confirm-pool.add',
    { count: 3, range: '74950000001-74950000003', trunks: ['north', 'south'] },
    'confirmation numbers bound to north, south: 3 (74950000001-74950000003)',
    'номера подтверждения принимаются только через north, south: 3 (74950000001-74950000003)',
  ],
  [
    'account.top-up',
    { account: 7, amount: 5, note: '' },
    'account 7 topped up by ₽5.00',
    'счёт аккаунта 7 пополнен на 5,00 ₽',
  ],
  [
    'alarm.add-receiver',
    { id: 3, channel: 'mail', target: 'ops@example.com', changes: { language: ['en', 'ru'] } },
    'receiver 3 of alarms changed: language en → ru',
    'изменён получатель оповещений 3: language en → ru',
  ],
  [
    'pool.quarantine',
    { trunk: 'north', state: 'probation', count: 1, numbers: ['74950000001'] },
    'calling numbers of north are retested: +74950000001',
    'номера north проверяются снова: +74950000001',
  ],
  [
    'pool.quarantine',
    { trunk: 'north', state: 'healthy', count: 1, numbers: ['74950000001'] },
    'calling numbers of north are healthy again: +74950000001',
    'номера north снова в порядке: +74950000001',
  ],
  ['tariff.save', { tariff: 'gold' }, 'tariff gold made', 'создан тариф gold'],
  [
    'key.rotate',
    { key: 0, service: 8 },
    'new main key of service 8',
    'выпущен новый основной ключ сервиса 8',
  ],
  [
    'webhook.resent',
    { call: 100007, webhookId: '' },
    'webhook of call 100007 sent again',
    'веб-хук звонка 100007 отправлен повторно',
  ],
  [
    'link.hand-out',
    { purpose: 'new-email', person: 9 },
    'link for a new e-mail made for person 9',
    'создана ссылка для смены почты пользователя 9',
  ],
  [
    'link.hand-out',
    { purpose: 'become-operator', email: 'a@example.com' },
    'link made for a@example.com to become an operator',
    'создана ссылка, по которой a@example.com станет администратором',
  ],
  ['link.hand-out', { purpose: 'sign-up' }, 'invitation made', 'создано приглашение'],
  ['link.hand-out', { purpose: 'demo' }, 'link into the demo made', 'создана ссылка для входа в демо'],
  [
    'operator.set',
    { email: 'op@example.com', operator: true },
    'op@example.com became an operator',
    'op@example.com теперь администратор',
  ],
  [
    'prefix.pause',
    { service: 8, prefix: 'operator:МТС', reason: 'burst', calls: 900, expected: 12 },
    'calls of service 8 to МТС paused: 900 in an hour, usually at most 12',
    'звонки сервиса 8 на МТС приостановлены: 900 за час, обычно не больше 12',
  ],
  ['account.top-up', { account: 7 }, 'account 7 topped up', 'счёт аккаунта 7 пополнен'],
  [
    'account.reverse-top-up',
    { account: 7, entry: 3 },
    'top-up to account 7 reversed (entry 3)',
    'отменено пополнение аккаунта 7 (запись 3)',
  ],
  ['account.tariff', { account: 7 }, 'tariff of account 7 changed', 'тариф аккаунта 7 изменён'],
  ['cap.set', { scope: 'account:7' }, 'spend cap of account 7 changed', 'лимит расходов аккаунта 7 изменён'],
  [
    'service.limits',
    { scope: 'owner:8' },
    'spend cap of the owner for service 8 changed',
    'лимит расходов владельца для сервиса 8 изменён',
  ],
  [
    'service.change',
    { service: 8, changes: { name: null, httpsOnly: null, newer: null } },
    'service 8 changed: name, HTTPS only, newer',
    'изменён сервис 8: название, только HTTPS, newer',
  ],
  [
    'member-changed',
    { email: 'a@b.example', role: 'read-only' },
    'a@b.example is now read-only',
    'роль a@b.example: только чтение',
  ],
  [
    'balance-notice',
    { on: false },
    'low-balance notice switched off',
    'уведомление о низком балансе выключено',
  ],
])('operators’ log and history: %s of %o', (kind, facts, en, ru) => {
  const said = sentenceOf(kind, facts)
  // Amounts have a space that does not break.
  expect([said.en, said.ru].map((text) => text.replaceAll('\u00a0', ' '))).toEqual([en, ru])
})

it('operators’ log: names settings of a trunk as its form does', () => {
  const facts = { trunk: 'north', changes: { enabled: ['true', 'false'], password: null } }
  expect(sentenceOf('trunk.change', facts)).toEqual({
    en: 'trunk north changed: in use true → false, password',
    ru: 'изменён транк north: используется true → false, пароль',
  })
})

it('operators’ log: shows an unknown kind by its name', () => {
  expect(sentenceOf('moon.paint', { colour: 'red' })).toEqual({ en: 'moon.paint', ru: 'moon.paint' })
})
