import { base64Wav } from '../wav.ts'
import { type Ids, plantedRecording, plantedTrunk, trunkToRemove } from './plant.ts'
import type { RequestFixture } from './request-fixtures.ts'

const planted = '74950000000-74950000009'
const confirmationNumber = '74950000100'
const address = '198.51.100.0/24'

/** What only operators may ask. Each changes something, so that a door that is open is seen. */
export const operatorRequestFixtures: Readonly<Record<string, RequestFixture | readonly RequestFixture[]>> = {
  'GET /operator/trunks': {},
  'POST /operator/oidc-keys/rotate': {},
  'POST /operator/trunks': {
    body: () => ({ name: 'another-trunk', settings: { host: '127.0.0.1', port: 9, enabled: false } }),
  },
  'POST /operator/trunks/:name': {
    params: () => ({ name: plantedTrunk }),
    body: () => ({ settings: { callsPerSecond: 7 } }),
  },
  'POST /operator/trunks/:name/remove': { params: () => ({ name: trunkToRemove }) },
  'GET /operator/trunks/:name/capture': { params: () => ({ name: 'simulator' }), alsoAnswers: [409] },
  'POST /operator/trunks/:name/test': {
    // It has no caller number: the call ends before it begins.
    params: () => ({ name: plantedTrunk }),
    body: () => ({ phone: '+79161230001', mode: 'flash' }),
  },
  // A test takes minutes: it ends at the phone, which is none.
  'POST /operator/trunks/:name/test-all': {
    params: () => ({ name: plantedTrunk }),
    body: () => ({ phone: 'nobody' }),
    alsoAnswers: [400],
  },
  'POST /operator/routes': { body: () => ({ phone: '+79161230001', mode: 'flash', demo: false }) },

  'GET /operator/quality': { query: ofAccount },
  'GET /operator/quality/redress': { query: () => ({ from: 0 }) },
  'GET /operator/quality/export': { query: (ids) => ({ ...ofAccount(ids), format: 'csv' }) },
  'GET /operator/calls/:vendorId/capture': {
    params: ({ vendorId }) => ({ vendorId }),
    query: () => ({ numbers: 'clear' }),
    alsoAnswers: [409],
  },
  'GET /operator/verifications': { query: ({ accountId: account }) => ({ account }) },
  'POST /operator/verifications/search': {
    body: ({ accountId: account }) => ({ account, q: 'planted-client' }),
  },
  'POST /operator/verifications/export': { body: ({ accountId: account }) => ({ account }) },
  'GET /operator/verifications/:id': { params: ({ verificationId: id }) => ({ id }) },
  'GET /operator/verifications/:id/other-attempts': { params: ({ verificationId: id }) => ({ id }) },

  'GET /operator/pools': {},
  'POST /operator/pools/ranges': {
    body: () => ({ range: planted, trunks: [plantedTrunk] }),
  },
  'POST /operator/pools/ranges/remove': { body: () => ({ range: planted, trunks: [plantedTrunk] }) },
  'POST /operator/pools/ranges/label': {
    body: () => ({ range: planted, trunks: [plantedTrunk], label: 'Acme', category: 'codes' }),
    alsoAnswers: [404],
  },
  'GET /operator/contracts': {},
  'GET /operator/contracts/export': {},
  'POST /operator/contracts': {
    body: () => ({ document: '7/2026', ranges: [planted], lastDay: '2099-12-31', trunk: plantedTrunk }),
  },
  'POST /operator/contracts/import': { body: () => ({ csv: 'document,ranges,lastDay\n' }) },
  'POST /operator/contracts/remove': { body: () => ({ document: '7/2026' }), alsoAnswers: [404] },
  'GET /operator/caller-id-health': {},
  'POST /operator/caller-id-health/release': {
    body: () => ({ range: planted, trunk: plantedTrunk }),
    alsoAnswers: [404],
  },
  'POST /operator/pools/confirmation': { body: () => ({ ranges: [confirmationNumber], trunks: [] }) },
  // It comes before the number was added.
  'POST /operator/pools/confirmation/remove': {
    body: () => ({ numbers: [confirmationNumber] }),
    alsoAnswers: [404],
  },

  'GET /operator/tariffs': {},
  'POST /operator/tariffs': {
    body: () => ({
      code: 'another',
      name: 'Another',
      chargesFailed: false,
      chargesSuspects: false,
      chargesOnApproval: false,
      refusesOwnCodes: false,
      prices: [],
      isNew: true,
    }),
  },

  'GET /operator/accounts': {},
  'POST /operator/accounts': { body: () => ({ email: 'another@nowhere.example' }) },
  'GET /operator/accounts/:id': { params: accountId },
  'GET /operator/accounts/:id/ledger': { params: accountId },
  'GET /operator/accounts/:id/months/:month': { params: (ids) => ({ ...accountId(ids), month: '2026-01' }) },
  'GET /operator/money': {},
  'GET /operator/installation': {},
  'POST /operator/installation': { body: () => ({ settings: { keepCallsDays: 181 } }) },
  'POST /operator/installation/top-up-secret': {},
  'GET /operator/recordings': { query: ({ serviceId: service }) => ({ service }) },
  'POST /operator/recordings': { body: () => ({ ...plantedRecording, wav: base64Wav() }) },
  'POST /operator/recordings/remove': {
    body: () => ({ language: 'de' }),
    alsoAnswers: [404],
  },
  'GET /operator/money/customers.csv': {},
  'POST /operator/party': { body: ({ accountId }) => ({ account: accountId, details: 'Shop LLC' }) },
  'POST /operator/accounts/:account/top-up': {
    params: accountId,
    body: () => ({ amount: '5', note: '', operationId: 'a-form-of-the-isolation-test' }),
  },
  // The scene topped the account up: its first entry.
  'POST /operator/accounts/:account/ledger/:entry/reverse': {
    params: ({ accountId }) => ({ account: accountId, entry: 1 }),
    body: () => ({ reason: 'mistake', allowDebt: true, operationId: 'a-reversal-of-the-isolation-test' }),
  },
  'POST /operator/accounts/:account/status': { params: accountId, body: () => ({ status: 'active' }) },
  // A request of the account waits for a call: it cannot be made real now.
  'POST /operator/accounts/:account/make-real': { params: accountId, alsoAnswers: [409] },
  'POST /operator/accounts/:account/tariff': { params: accountId, body: () => ({ tariff: 'uni' }) },
  'POST /operator/accounts/:account/phone-confirmed': {
    params: accountId,
    body: () => ({ confirmed: true }),
  },
  'POST /operator/services/:service/legacy-repeats': {
    params: ({ serviceId }) => ({ service: serviceId }),
    body: () => ({ on: true }),
  },
  'POST /operator/services/:service/request-limit': {
    params: ({ serviceId }) => ({ service: serviceId }),
    body: () => ({ perSecond: 1_000 }),
  },
  'POST /operator/caps': {
    body: ({ serviceId }) => ({ scope: `service:${serviceId}`, perHour: '50000', perDay: '' }),
  },

  'GET /operator/numbering': {},
  // Files have a test of their own; a request without one is told so, once it was let through.
  'POST /operator/numbering/imports': {
    query: () => ({ data: 'registry', name: 'registry.csv' }),
    alsoAnswers: [415],
  },
  'POST /operator/numbering/rollback': {
    body: () => ({ data: 'registry', snapshot: 'registry-000009.snapshot' }),
    alsoAnswers: [409],
  },
  'POST /operator/numbering/lookup': { body: () => ({ phone: '+79161230001', language: 'en' }) },

  'GET /operator/protection': {},
  'POST /operator/protection/addresses': { body: () => ({ address, note: 'x' }) },
  'POST /operator/protection/addresses/remove': { body: () => ({ address }) },
  'POST /operator/protection/addresses/use': { body: () => ({ address }) },
  'POST /operator/protection/prefixes': { body: () => ({ prefix: '7999', note: 'x' }) },
  'POST /operator/protection/prefixes/remove': { body: () => ({ prefix: '7999' }), alsoAnswers: [404] },
  'POST /operator/services/:service/resume': {
    params: ({ serviceId }) => ({ service: serviceId }),
    body: () => ({ prefix: '7916' }),
    alsoAnswers: [404],
  },
  'POST /operator/do-not-call': { body: () => ({ entries: [{ phone: '+79161230008' }] }) },
  'POST /operator/protection/do-not-call': { body: () => ({ phone: '+79161230009', action: 'add' }) },

  'GET /operator/admin-tokens': {},
  'POST /operator/admin-tokens': { body: () => ({ name: 'script', scopes: ['read'] }) },
  'POST /operator/admin-tokens/:name/remove': { params: () => ({ name: 'script' }) },

  'GET /operator/alarms': {},
  // No network has that name.
  'POST /operator/inbound-first': { body: () => ({ country: 'RU', operator: 'Nobody' }), alsoAnswers: [409] },
  'GET /operator/alarms/past': {},
  'POST /operator/alarms/receivers': {
    body: () => ({ channel: 'mail', target: 'ops@nowhere.example', kinds: [], language: 'en' }),
  },
  // Nobody is notified of alarms in this scene.
  'POST /operator/alarms/receivers/:id/test': { params: () => ({ id: 1 }), alsoAnswers: [404] },
  'GET /operator/notices': {},
  'GET /operator/notices/:id': { params: () => ({ id: 1 }), alsoAnswers: [404] },
  'POST /operator/notices/:id/resend': { params: () => ({ id: 1 }), alsoAnswers: [404] },
  'POST /operator/alarms/receivers/:receiver/remove': { params: () => ({ receiver: 1 }), alsoAnswers: [404] },
  'POST /operator/alarms/silences': {
    body: () => ({ kind: 'audit', subject: '', reason: 'works', hours: 4 }),
  },
  'POST /operator/alarms/silences/:silence/end': { params: () => ({ silence: 1 }), alsoAnswers: [404] },
  'GET /operator/nodes': {},
  'POST /operator/audit': {},
  'GET /operator/actions': {},
  'GET /operator/actions/export': { query: () => ({ format: 'csv' }) },
}

function ofAccount({ accountId: account }: Ids) {
  const to = Date.UTC(2026, 0, 16)
  return { account, from: to - 86_400_000, to, step: 'hour', by: 'trunk', zone: 'UTC' }
}

function accountId({ accountId }: Ids) {
  return { id: accountId, account: accountId }
}
