// Every kind of operator action has a sentence in both languages; entries stored as a sentence are shown unchanged.
import { expect, it } from 'vitest'
import { actionTexts, sentenceOf } from '../../cabinet/src/pages/nodes/action-texts.ts'
import type { OperatorActionFacts } from '../../server/src/operations/action-facts.ts'

/** Of every kind, with the words that both languages have to tell. */
const examples: {
  readonly [Kind in keyof OperatorActionFacts]: readonly [OperatorActionFacts[Kind], ...string[]]
} = {
  'signed-in': [{ by: 'password' }],
  'signed-out': [{}],
  'sign-in-refused': [{ reason: 'password' }],
  'proof-refused': [{ reason: 'second-factor' }],
  'sessions-ended': [{ which: 'others' }],
  'link-asked': [{ purpose: 'new-password' }],
  'link-used': [{ purpose: 'of a newer release' }, 'of a newer release'],
  'password-changed': [{ by: 'link' }],
  'second-factor-changed': [{ change: 'authenticator app removed' }],
  'key-refused': [{ service: 8, reason: 'address' }, ' 8 '],
  'books-audited': [{}],
  'admin-call': [{ method: 'GET', path: '/trunks', status: 403 }, '/trunks', '403'],
  'admin-token-added': [{ name: 'terraform', scopes: ['read', 'money'] }, 'terraform', 'read, money'],
  'admin-token-removed': [{ name: 'terraform' }, 'terraform'],
  'account-opened': [{ account: 7 }, ' 7'],
  'verification-opened': [{ account: 7, verification: 'vf_0192' }, ' 7', 'vf_0192'],
  'call-opened': [{ account: 7, call: 100_042 }, ' 7', '100042'],
  'trunk-added': [{ trunk: 'north' }, 'north'],
  'trunk-changed': [
    { trunk: 'north', changes: { newSetting: ['5', '8'], password: null } },
    'north',
    'newSetting 5 → 8, ',
  ],
  'trunk-removed': [{ trunk: 'north' }, 'north'],
  'sip-captured': [{ trunk: 'north', call: null, messages: 12, isClear: false }, '12', 'north'],
  'alarm-receiver-added': [{ channel: 'mail', target: 'ops@example.com' }, 'ops@example.com'],
  'alarm-receiver-changed': [{ id: 3, changes: { language: ['en', 'ru'] } }, '3', 'language en → ru'],
  'alarm-receiver-removed': [{ id: 3 }, '3'],
  'alarms-silenced': [{ kind: 'trunk-down', subject: 'north', reason: 'works', until: 1 }, 'north', 'works'],
  'silence-ended': [{ id: 4 }, '4'],
  'trunk-tested': [{ trunk: 'north', phoneMask: '7916***4567' }, 'north', '7916***4567'],
  'test-call': [{ trunk: 'north', phoneMask: '7916***4567', mode: 'flash' }, 'north', '7916***4567'],
  'numbers-added': [
    { first: '74950000001', last: '74950000009', trunks: ['north', 'south'] },
    '+74950000001 – +74950000009',
    'north, south',
  ],
  'numbers-removed': [{ first: '74950000001', last: '74950000001', trunk: 'north' }, '+74950000001', 'north'],
  'consent-wording': [{ service: 8 }, ' 8'],
  'consent-exported': [{ service: 8, phoneMask: '7916***4567' }, ' 8', '7916***4567'],
  'numbers-labelled': [
    { first: '74950000001', last: '74950000001', trunks: ['north'], label: 'Acme', category: 'codes' },
    '+74950000001',
    'north',
    'Acme, codes',
  ],
  'numbers-quarantined': [
    {
      trunk: 'north',
      count: 12,
      numbers: ['74950000001', '74951230000-74951239999'],
      refusal: 'declined',
      until: 1,
    },
    'north',
    '+74950000001, +74951230000 – +74951239999 … (12)',
  ],
  'numbers-on-probation': [{ trunk: 'north', count: 1, numbers: ['74950000001'] }, 'north', '+74950000001'],
  'numbers-healthy': [{ trunk: 'north', count: 1, numbers: ['74950000001'] }, 'north', '+74950000001'],
  'numbers-released': [
    { first: '74950000001', last: '74950000001', trunk: 'north' },
    '+74950000001',
    'north',
  ],
  'confirmation-added': [
    { count: 3, range: '74950000001-74950000003', tollFree: true, countries: ['RU'] },
    '3',
    '74950000001-74950000003; toll-free yes; country RU',
  ],
  'confirmation-bound': [
    { count: 3, range: '74950000001-74950000003', trunks: ['north', 'south'] },
    '3',
    '74950000001-74950000003',
    'north, south',
  ],
  'confirmation-removed': [{ count: 3, first: '74950000001' }, '3', '+74950000001'],
  'tariff-made': [{ tariff: 'gold' }, 'gold'],
  'tariff-changed': [
    { tariff: 'gold', changes: { 'flash:77': ['null', '0.5'] } },
    'gold',
    'flash:77 null → 0.5',
  ],
  'account-topped-up': [{ account: 7, amount: 100.5, note: 'invoice 9' }, ' 7 ', '<100.5>: invoice 9'],
  'top-up-reversed': [
    { account: 7, entry: 3, amount: 100.5, note: 'typo' },
    ' 7 ',
    ' 3)',
    '<100.5>',
    ': typo',
  ],
  'account-made': [{ account: 7 }, ' 7'],
  'account-closed': [{ account: 7 }, ' 7 '],
  'service-made': [{ service: 8, account: 7 }, ' 8', ' 7'],
  'service-changed': [
    { service: 8, changes: { httpsOnly: ['true', 'false'], name: ['', 'Shop'] } },
    ' 8',
    'httpsOnly true → false, name "" → Shop',
  ],
  'service-key': [{ service: 8 }, ' 8'],
  'key-added': [{ key: 3, service: 8, scope: 'read' }, ' 3 ', ' 8', 'read'],
  'key-rotated': [{ key: 3, service: 8 }, ' 3 ', ' 8'],
  'key-revoked': [{ key: 3, service: 8 }, ' 3 ', ' 8'],
  'hook-added': [{ hook: 3, service: 8, kind: 'logto' }, ' 8', 'logto'],
  'hook-rotated': [{ hook: 3, service: 8, kind: 'logto' }, ' 8', 'logto'],
  'hook-removed': [{ hook: 3, service: 8, kind: 'logto' }, ' 8', 'logto'],
  'oidc-client-added': [{ client: 'oc_a', service: 8 }, ' 8', 'oc_a'],
  'oidc-client-removed': [{ client: 'oc_a', service: 8 }, ' 8', 'oc_a'],
  'oidc-keys-rotated': [{}],
  'gateway-added': [{ gateway: 3, service: 8, channel: 'sms' }, ' 8', 'sms'],
  'gateway-removed': [{ gateway: 3, service: 8, channel: 'sms' }, ' 8', 'sms'],
  'service-dialect': [{ service: 8, dialect: 'sms.ru' }, ' 8', 'sms.ru'],
  'webhook-secret': [{ service: 8, rotated: true }, ' 8'],
  'webhook-resent': [{ call: 100007 }, ' 100007'],
  'event-resent': [{ webhookId: 'msg_1f' }, 'msg_1f'],
  'endpoint-added': [{ endpoint: 3, service: 8 }, ' 3 ', ' 8'],
  'endpoint-changed': [
    { endpoint: 3, service: 8, changes: { url: null, enabled: ['true', 'false'] } },
    ' 3 ',
    ' 8',
    'url, enabled true → false',
  ],
  'endpoint-removed': [{ endpoint: 3, service: 8 }, ' 3 ', ' 8'],
  'endpoint-secret': [{ endpoint: 3, service: 8, rotated: true }, ' 3 ', ' 8'],
  'endpoint-tested': [{ endpoint: 3, service: 8 }, ' 3 ', ' 8'],
  'person-link': [{ person: 9, changes: 'password', withoutSecondFactor: true }, ' 9'],
  'operator-link': [{ email: 'a@example.com' }, 'a@example.com'],
  'operator-made': [{ email: 'op@example.com' }, 'op@example.com'],
  'operator-removed': [{ email: 'op@example.com' }, 'op@example.com'],
  'invitation-made': [{}],
  'demo-link': [{}],
  'number-erased': [{ calls: 3 }, '3'],
  'account-blocked': [{ account: 7 }, ' 7 '],
  'account-unblocked': [{ account: 7 }, ' 7 '],
  'account-made-real': [{ account: 7 }, ' 7 '],
  'account-tariff': [{ account: 7, from: 'uni', to: 'gold' }, ' 7 ', ' uni', ' gold'],
  'party-saved': [{ account: 7 }, ' 7'],
  'account-phone': [{ account: 7, confirmed: true }, ' 7 '],
  'legacy-repeats': [{ service: 8, on: true }, ' 8 '],
  'request-limit': [{ service: 8, from: 0, perSecond: 1_000 }, ' 8', ' → 1000'],
  'spend-cap': [
    { scope: 'prefix:77', from: { perHour: 5, perDay: 0 }, perHour: 10, perDay: 0 },
    '+77: <5> → <10> ',
  ],
  'numbering-import': [{ data: 'registry', name: 'DEF-9xx.csv', forced: true }, 'DEF-9xx.csv ('],
  'numbering-rollback': [{ data: 'porting', snapshot: 'porting-000001.snapshot' }, 'porting-000001.snapshot'],
  'address-blocked': [{ address: '203.0.113.7' }, '203.0.113.7'],
  'address-let-in': [{ address: '203.0.113.7' }, '203.0.113.7'],
  'prefix-paused': [
    { service: 8, prefix: '7916', reason: 'burst', calls: 900, expected: 12 },
    ' 8 ',
    '+7916',
    '900',
    '12',
  ],
  'charged-on-delivery': [{ service: 8, delivered: 120, approved: 3, until: 0 }, ' 8 ', '120', '3'],
  'prefix-resumed': [{ service: 8, prefix: 'LV' }, ' 8 ', 'LV'],
  'do-not-call': [{ phoneMask: '7916***4567', listed: true }, '7916***4567'],
  'secret-rotated': [{ sealed: 12, left: 0 }, '12', ' 0'],
  'clock-trusted': [{ deleted: 7 }, '7'],
  moved: [{ rows: 900 }, '900'],
  'move-undone': [{}],
  'prompts-imported': [{ language: 'kk' }, 'kk'],
  'months-closed': [{ month: '2026-01', entries: 9 }, '2026-01', '9'],
}
const money = (roubles: number) => `<${roubles}>`
const say = (language: 'en' | 'ru', action: string, facts: object | null) =>
  sentenceOf(actionTexts[language], { action, facts: facts as Readonly<Record<string, unknown>> }, money)

it.each(Object.entries(examples))(
  'operators’ log: has a sentence for %s in both languages',
  (kind, [facts, ...words]) => {
    const [english, russian] = [say('en', kind, facts), say('ru', kind, facts)]
    for (const word of words) for (const sentence of [english, russian]) expect(sentence).toContain(word)
    expect(english).not.toMatch(/[а-яё]|undefined|\[object/i)
    expect(russian).toMatch(/[а-яё]{3}/i)
    expect(russian).not.toMatch(/undefined|\[object/)
  },
)

it('operators’ log: sentences differ for on and off, and for one and many', () => {
  const both = (kind: string, one: object, other: object) =>
    (['en', 'ru'] as const).map((language) => [say(language, kind, one), say(language, kind, other)])
  expect(both('account-phone', { account: 7, confirmed: true }, { account: 7, confirmed: false })).toEqual([
    ['phone of account 7 counts as confirmed', 'phone of account 7 is to be confirmed'],
    ['телефон аккаунта 7 считается подтверждённым', 'телефон аккаунта 7 нужно подтвердить'],
  ])
  expect(both('legacy-repeats', { service: 8, on: true }, { service: 8, on: false })).toEqual([
    ['legacy repeats of service 8 on', 'legacy repeats of service 8 off'],
    ['старые повторы сервиса 8 включены', 'старые повторы сервиса 8 выключены'],
  ])
  const listed = { phoneMask: '7916***4567', listed: true }
  expect(both('do-not-call', listed, { ...listed, listed: false })).toEqual([
    ['7916***4567 put on the do-not-call list', '7916***4567 taken off the do-not-call list'],
    ['7916***4567 добавлен в список «Кому не звонить»', '7916***4567 убран из списка «Кому не звонить»'],
  ])
  const removed = { count: 1, first: '74950000001' }
  expect(both('confirmation-removed', removed, { ...removed, count: 2 })).toEqual([
    ['confirmation number +74950000001 removed', 'confirmation numbers removed: 2, from +74950000001 on'],
    ['убран номер подтверждения +74950000001', 'убрано номеров подтверждения: 2, начиная с +74950000001'],
  ])
  const toppedUp = { account: 7, amount: 5, note: '' }
  expect(say('ru', 'account-topped-up', toppedUp)).toBe('счёт аккаунта 7 пополнен на <5>')
})

it('operators’ log: names settings of a trunk as its form does', () => {
  const facts = { trunk: 'north', changes: { enabled: ['true', 'false'], password: null } }
  expect(say('en', 'trunk-changed', facts)).toBe('trunk north changed: In use true → false, Password')
  expect(say('ru', 'trunk-changed', facts)).toBe('изменён транк north: Используется true → false, Пароль')
})

it('operators’ log: shows a stored sentence unchanged, and an unknown kind by its name', () => {
  for (const language of ['en', 'ru'] as const) {
    expect(say(language, 'trunk north added', null)).toBe('trunk north added')
    expect(say(language, 'moon-painted', { colour: 'red' })).toBe('moon-painted')
  }
})
