import { base64Wav } from '../wav.ts'
import { operatorRequestFixtures } from './operator-request-fixtures.ts'
import { type Ids, ownersPassword, plantedRecording } from './plant.ts'

/** How a route is filled with what belongs to the first account, so that somebody else can try to reach it. */
export interface RequestFixture {
  /** For the names after a colon in the path. */
  readonly params?: (ids: Ids) => Readonly<Record<string, string | number>>
  readonly query?: (ids: Ids) => Readonly<Record<string, string | number>>
  readonly body?: (ids: Ids) => unknown
  /** What whoever is allowed may be answered with besides 200: the route was reached, its state says no. */
  readonly alsoAnswers?: readonly number[]
  /** What the second account's owner gets where the first one's ids stand; 404 if not said. */
  readonly strangerGets?: readonly number[]
  /** The password is hashed, which takes half a second: of those who may ask only the owner does. */
  readonly isSlow?: true
  /** Shows the first account to anyone, on purpose: to the bearer of an invitation. */
  readonly letsIn?: true
}

/** One line for each route of the cabinet, or some where ids stand in more than one place. `{}` names nothing. */
export const requestFixtures: Readonly<Record<string, RequestFixture | readonly RequestFixture[]>> = {
  ...operatorRequestFixtures,

  'GET /account': {},
  'GET /account/actions': {},
  'GET /account/sign-ins': {},
  'POST /account/phone': { body: () => ({ phone: '+79161230001' }), alsoAnswers: [409] },
  'POST /account/phone/confirm': { body: () => ({ code: '1234' }), alsoAnswers: [400, 409] },
  // Of all of them only the operator has none.
  'POST /account/open': { alsoAnswers: [409] },
  'POST /account/time-zone': { body: () => ({ timeZone: 'Asia/Kolkata' }) },
  'POST /account/close': {
    body: ({ accountEmail }) => ({ email: accountEmail, giveUpMoney: true }),
    alsoAnswers: [409],
    strangerGets: [400],
  },
  'POST /account/invitations': {
    body: () => ({ email: 'newcomer@nowhere.example', role: 'read-only', language: 'en' }),
  },
  'POST /account/invitations/:id/remove': { params: ({ invitationId }) => ({ id: invitationId }) },
  'POST /account/members/:id/role': {
    params: ({ memberId }) => ({ id: memberId }),
    body: () => ({ role: 'developer' }),
  },
  'POST /account/members/:id/remove': { params: ({ memberId }) => ({ id: memberId }) },
  'POST /account/leave': { strangerGets: [409] },

  // The link is a colleague's: with it neither those beside him nor a stranger can move his sign-in.
  'POST /email': {
    body: () => ({ email: 'elsewhere@nowhere.example', password: ownersPassword, language: 'en' }),
    isSlow: true,
    strangerGets: [403],
  },
  'POST /email/confirm': {
    body: ({ newEmailToken }) => ({ token: newEmailToken, language: 'en' }),
    alsoAnswers: [403],
    strangerGets: [403],
  },

  'GET /events': {},
  'GET /overview': [{}, { query: service, strangerGets: [404] }],
  'GET /quality': [
    { query: range },
    { query: (ids) => ({ ...range(ids), ...service(ids) }), strangerGets: [404] },
  ],
  'GET /quality/poor-networks': {},
  'GET /quality/export': [
    { query: (ids) => ({ ...range(ids), format: 'csv' }) },
    { query: (ids) => ({ ...range(ids), ...service(ids), format: 'json' }), strangerGets: [404] },
  ],

  // A view is its person's own: the owner of another account saves one of the same name for herself.
  'GET /views': {},
  'POST /views': { body: () => ({ name: 'Nights', address: '/quality?range=7d' }), strangerGets: [200] },
  'POST /views/remove': { body: () => ({ name: 'Nights' }), alsoAnswers: [404], strangerGets: [200, 404] },

  'GET /money': {},
  'POST /money/top-up': { body: () => ({ amount: '500.00' }), alsoAnswers: [409], strangerGets: [409] },
  'POST /money/notice': { body: () => ({ threshold: 10, byEmail: true, byMessenger: false }) },
  // Whose month it is does not stand in the address: the stranger sees the own one.
  'GET /money/months': {},
  'GET /money/months/:month': { params: () => ({ month: '2026-01' }), strangerGets: [200] },
  'GET /money/months/:month/csv': { params: () => ({ month: '2026-01' }), strangerGets: [200] },
  'GET /money/ledger': [{}, { query: call }],
  'GET /money/ledger.csv': [{}, { query: call }],

  'GET /entrance': {},
  'GET /me': {},
  // The token of an invitation is good for an invitation alone, and the id that the team's page shows is no token.
  'POST /link': [
    { body: ({ invitationId }) => ({ token: invitationId }), alsoAnswers: [410] },
    { body: invitation, letsIn: true },
  ],
  'POST /join': {
    body: ({ invitationId }) => ({ token: invitationId, name: 'x', password: 'x', language: 'en' }),
    alsoAnswers: [410],
  },
  'POST /join/accept': { body: invitation, alsoAnswers: [403] },
  'POST /join/operator': { body: invitation, alsoAnswers: [410], strangerGets: [410] },
  'POST /password/forgotten': { body: ({ ownerEmail }) => ({ email: ownerEmail, language: 'en' }) },
  'POST /password/new': {
    body: (ids) => ({ ...invitation(ids), password: 'a password of the stranger' }),
    alsoAnswers: [410],
  },
  'POST /sign-up': { body: ({ ownerEmail }) => ({ email: ownerEmail, language: 'en' }), alsoAnswers: [409] },
  'POST /sign-up/finish': {
    body: (ids) => ({ ...invitation(ids), email: ids.ownerEmail, password: 'x', name: 'x', language: 'en' }),
    alsoAnswers: [410],
  },

  'POST /session': {
    body: ({ ownerEmail }) => ({ email: ownerEmail, password: 'a guess' }),
    alsoAnswers: [401],
  },
  'POST /session/demo-link': { body: invitation, alsoAnswers: [410] },
  'POST /session/end': {},
  'POST /session/account': {
    body: ({ accountId }) => ({ accountId }),
    strangerGets: [404],
    alsoAnswers: [404],
  },
  'POST /session/totp': { body: () => ({ code: '000000' }), alsoAnswers: [401] },
  'POST /session/recovery': { body: () => ({ code: 'abcd-efgh' }), alsoAnswers: [401] },
  'POST /session/telegram': { alsoAnswers: [409] },
  'POST /session/prove': { body: password, isSlow: true, strangerGets: [403] },

  'GET /security': {},
  'POST /second-factor/totp': {},
  // The owner's own secret with its right code: nobody else can make it his.
  'POST /second-factor/totp/confirm': {
    body: ({ pendingTotp }) => pendingTotp,
    alsoAnswers: [400],
    strangerGets: [400],
  },
  // The owner has an app by then, and the password alone does not remove it.
  'POST /second-factor/totp/remove': {
    body: password,
    isSlow: true,
    alsoAnswers: [403, 409],
    strangerGets: [409],
  },
  'POST /second-factor/telegram': { alsoAnswers: [503] },
  'POST /second-factor/telegram/confirms': { body: () => ({ confirms: true }), alsoAnswers: [409] },
  'POST /second-factor/telegram/remove': { body: password, isSlow: true, strangerGets: [403] },
  'POST /second-factor/recovery': {
    body: password,
    isSlow: true,
    alsoAnswers: [403, 409],
    strangerGets: [409],
  },
  'POST /person': { body: () => ({ name: 'somebody', language: '' }) },
  'POST /password': {
    body: () => ({ old: ownersPassword, password: 'another good password' }),
    isSlow: true,
    strangerGets: [403],
  },
  'GET /sessions': {},
  'POST /sessions/:id/end': { params: ({ sessionId }) => ({ id: sessionId }), alsoAnswers: [404] },
  'POST /sessions/end-others': {},

  // It shows codes: members who may only read have no demo phone.
  'GET /phone/events': { strangerGets: [404], alsoAnswers: [404] },
  'GET /phone/calls': { strangerGets: [404], alsoAnswers: [404] },
  'GET /phone/calls/:id/recording': { params: callId, alsoAnswers: [404] },
  'POST /phone/calls/:id/answer': { params: callId, alsoAnswers: [404] },
  'POST /phone/calls/:id/decline': { params: callId, alsoAnswers: [404] },
  'POST /phone/calls/:id/hang-up': { params: callId, alsoAnswers: [404] },
  'POST /phone/dial': {
    body: () => ({ from: '79161234567', to: '74951230001' }),
    strangerGets: [404],
    alsoAnswers: [404],
  },

  'GET /verifications': [{}, { query: service, strangerGets: [404] }],
  'POST /verifications/search': [
    { body: ({ vendorId }) => ({ q: String(vendorId) }) },
    { body: ({ verificationId }) => ({ q: verificationId }) },
    { body: () => ({ q: 'planted-client' }) },
    { body: () => ({ q: 'planted-unique' }) },
    { body: () => ({ q: '8 916 123-45-67' }) },
    { body: (ids) => ({ q: 'planted-client', ...service(ids) }), strangerGets: [404] },
  ],
  'POST /verifications/export': [{}, { body: service, strangerGets: [404] }],
  'GET /verifications/:id': [
    { params: verification },
    { params: call },
    { params: ({ inboundVendorId }) => ({ id: inboundVendorId }) },
  ],
  'GET /verifications/:id/other-attempts': [{ params: verification }, { params: call }],
  'POST /verifications/:id/code': { params: call },
  'POST /verifications': {
    body: (ids) => ({ serviceId: ids.serviceId, phone: '+79000000001' }),
    strangerGets: [404],
  },
  'POST /verifications/:id/cancel': { params: verification, alsoAnswers: [409] },

  'GET /requests': [
    {},
    { query: service, strangerGets: [404] },
    { query: ({ vendorId }) => ({ call: vendorId }) },
  ],
  'GET /requests/summary': [{}, { query: service, strangerGets: [404] }],

  'GET /first-steps': {},
  'POST /first-steps/key-kept': {},
  'POST /first-steps/dismiss': {},

  'GET /services': {},
  'GET /services/countries': {},
  'GET /services/:id': { params: serviceId },
  'POST /services': { body: () => ({ name: 'a new one', useDirection: '' }) },
  'POST /services/:service': {
    params: serviceId,
    body: () => ({ useDirection: 'planted-use', status: 'active' }),
  },
  'GET /services/:id/consent': { params: serviceId },
  'POST /services/:service/consent': { params: serviceId, body: () => ({ wording: 'planted-wording' }) },
  'GET /services/:id/consent/export': { params: serviceId, query: () => ({ from: 0, to: 86_400_000 }) },
  'POST /services/:id/consent/number': { params: serviceId, body: () => ({ phone: '+79161230001' }) },
  'GET /services/:id/recordings': { params: serviceId },
  'GET /services/:id/recordings/audio': { params: serviceId, query: () => plantedRecording },
  'GET /services/:id/recordings/sample': { params: serviceId, query: () => ({ language: 'de' }) },
  'POST /services/:service/recordings': {
    params: serviceId,
    body: () => ({ ...plantedRecording, wav: base64Wav() }),
  },
  // The first visitor who may remove it does.
  'POST /services/:service/recordings/remove': {
    params: serviceId,
    body: () => ({ language: 'de', piece: 'farewell' }),
    alsoAnswers: [404],
  },
  'GET /services/:id/keys': { params: serviceId },
  'POST /services/:service/keys': { params: serviceId, body: () => ({ name: 'planted-key', scope: 'read' }) },
  'POST /services/:service/keys/:key': {
    params: ({ serviceId: service, keyId: key }) => ({ service, key }),
    body: () => ({ scope: 'read' }),
    alsoAnswers: [404],
  },
  'POST /services/:service/keys/:key/rotate': {
    params: ({ serviceId: service }) => ({ service, key: 0 }),
    body: () => ({ overlapHours: 1, name: 'planted-service' }),
  },
  // The first visitor who may revoke it does.
  'POST /services/:service/keys/:key/revoke': {
    params: ({ serviceId: service, keyId: key }) => ({ service, key }),
    alsoAnswers: [404],
  },
  'POST /services/:service/archive': {
    params: ({ oldServiceId }) => ({ service: oldServiceId }),
    body: () => ({ name: 'planted-old-service' }),
  },
  'GET /services/:id/hooks': { params: serviceId },
  'POST /services/:service/hooks': {
    params: serviceId,
    body: () => ({ kind: 'logto' }),
    alsoAnswers: [409],
  },
  'POST /hooks/:hook': { params: hook, body: () => ({ modes: ['voice'] }), alsoAnswers: [404] },
  'POST /hooks/:hook/rotate': { params: hook, body: () => ({ overlapHours: 1 }), alsoAnswers: [404] },
  'POST /hooks/:hook/remove': { params: hook, alsoAnswers: [404] },
  'GET /services/:id/oidc-clients': { params: serviceId },
  'POST /services/:service/oidc-clients': {
    params: serviceId,
    body: () => ({ name: 'Another', redirects: ['https://another.example/callback'] }),
  },
  'POST /oidc-clients/:client': {
    params: oidcClient,
    body: () => ({ rememberDays: 3 }),
    alsoAnswers: [404],
  },
  'POST /oidc-clients/:client/remove': { params: oidcClient, alsoAnswers: [404] },
  'GET /services/:id/gateways': { params: serviceId },
  'POST /services/:service/gateways': {
    params: serviceId,
    body: () => ({
      kind: 'http',
      channel: 'planted-sms',
      url: 'http://127.0.0.1:9/planted-gateway',
      countries: [],
      handsOver: true,
    }),
    alsoAnswers: [409],
  },
  'POST /gateways/:gateway': {
    params: ({ gatewayId: gateway }) => ({ gateway }),
    body: () => ({ countries: ['RU'] }),
    alsoAnswers: [404],
  },
  'POST /gateways/:gateway/remove': { params: ({ gatewayId: gateway }) => ({ gateway }), alsoAnswers: [404] },
  'GET /services/:id/dialect': { params: serviceId },
  'POST /services/:service/dialect': { params: serviceId, body: () => ({ dialect: 'zvonok' }) },
  'POST /services/:service/webhook-secret': { params: serviceId },
  'POST /services/:service/webhook-secret/rotate': { params: serviceId, body: () => ({ overlapHours: 1 }) },
  'POST /services/:service/resume': {
    params: serviceId,
    body: () => ({ prefix: '7916' }),
    alsoAnswers: [404],
  },
  'POST /services/:id/workflow/preview': { params: serviceId, body: () => ({ phone: '+79000000001' }) },
  'POST /services/:service/limits': { params: serviceId, body: () => ({ perHour: 1_000, perDay: null }) },

  'GET /endpoints': [{}, { query: serviceIdIn, strangerGets: [404] }],
  'POST /services/:service/endpoints': {
    params: serviceId,
    body: () => ({ url: 'http://127.0.0.1:9/', types: null, description: '', enabled: false }),
  },
  'POST /endpoints/:endpoint': { params: endpoint, body: () => ({ description: 'planted-description' }) },
  'POST /endpoints/:endpoint/secret': { params: endpoint },
  'POST /endpoints/:endpoint/secret/rotate': { params: endpoint, body: () => ({ overlapHours: 1 }) },
  'POST /endpoints/:endpoint/test': { params: endpoint },
  'POST /endpoints/:endpoint/remove': { params: endpoint, alsoAnswers: [404] },

  'POST /trials': {
    body: (ids) => ({ serviceId: ids.serviceId, mode: 'flash', phone: '+79000000001' }),
    strangerGets: [404],
  },
  'GET /trials/:vendorId': { params: ({ vendorId }) => ({ vendorId }) },

  'GET /webhooks': [{}, { query: serviceIdIn, strangerGets: [404] }],
  'GET /webhooks/receivers': [{}, { query: serviceIdIn, strangerGets: [404] }],
  'GET /webhooks/:id': { params: delivery },
  'POST /webhooks/:id/resend': { params: delivery },
  'POST /services/:service/webhooks/resend': { params: serviceId, body: () => ({ from: 0 }) },
  'POST /webhooks/check': [
    { body: (ids) => ({ ...serviceIdIn(ids), headers: '', payload: '{}' }), strangerGets: [404] },
    { body: () => ({ secret: 'whsec_c2VjcmV0', headers: '', payload: '{}' }) },
  ],
}

function callId({ phoneCallId }: Ids) {
  return { id: phoneCallId }
}

function serviceId({ serviceId }: Ids) {
  return { id: serviceId, service: serviceId, provider: 'supabase' }
}

function serviceIdIn({ serviceId }: Ids) {
  return { serviceId }
}

function service({ serviceId }: Ids) {
  return { service: serviceId }
}

function call({ vendorId }: Ids) {
  return { id: vendorId }
}

function verification({ verificationId }: Ids) {
  return { id: verificationId }
}

function delivery({ deliveryId }: Ids) {
  return { id: deliveryId }
}

function hook({ hookId }: Ids) {
  return { hook: hookId }
}

function oidcClient({ oidcClientId }: Ids) {
  return { client: oidcClientId }
}

function endpoint({ endpointId }: Ids) {
  return { endpoint: endpointId }
}

function invitation({ invitationToken }: Ids) {
  return { token: invitationToken }
}

function password() {
  return { password: ownersPassword }
}

const hourMs = 3_600_000

function range({ now }: Ids) {
  return { from: now - 24 * hourMs, to: now + hourMs, step: 'hour', by: 'service', zone: 'Europe/Moscow' }
}
