// Two accounts side by side, with people of every kind; the first is full of texts that nobody else may see.

import { codeOfStep, stepAt } from '../../src/cabinet/second-factor/totp.ts'
import { type PersonRecord, type Role, roles } from '../../src/storage/queries/people.ts'
import type { SessionStage } from '../../src/storage/queries/sessions.ts'
import { type Asked, askRaw, type Question } from '../cabinet-ask.ts'
import { addPerson, openSession, userAgent } from '../cabinet-member.ts'
import { openAccount } from '../contract/scene.ts'
import { eventually, startTestService } from '../service.ts'
import { addKeyedService, changed } from '../store-contract/fixture.ts'
import { base64Wav } from '../wav.ts'
import { belongingsOf } from './belongings.ts'
import {
  addCalls,
  addInvitation,
  addNewEmailLink,
  addSmallThings,
  addTariff,
  addTrunks,
  giveOwnerPassword,
  type Ids,
  plantedRecording,
  plantedTariff,
  ringingPhone,
} from './plant.ts'

/** What a page of ours sends with every change. */
export const ownHeader = { 'X-Ringkey-Cabinet': '1' }
/** Roubles that no other amount in the test has. */
const plantedAmount = '7654.32'
const plantedThreshold = 12_345.67
const plantedMoney = [plantedAmount, String(plantedThreshold), plantedTariff]

/** Who may ask. `stranger` owns the second account, `operator` belongs to none. */
export const visitors = ['nobody', 'half', ...roles, 'stranger', 'operator'] as const
export type VisitorName = (typeof visitors)[number]

/** Who sits there and what he looks at. */
interface Seat {
  readonly person: PersonRecord
  readonly accountId: number
  readonly role?: Role
  readonly stage?: SessionStage
}

export interface Scene {
  readonly ids: Ids
  /**
   * Texts and ids of the first account: none may be in any answer to a stranger or to nobody. Ids of one digit
   * would be found in any date; the texts beside them are not.
   */
  readonly planted: readonly string[]
  /** Of the ledger, the notice and the tariff: what a role without a view of money may not see. */
  readonly plantedMoney: readonly string[]
  /** Always with a new session, and the role is given back: some routes end the one or take the other. */
  ask(visitor: VisitorName, question: Question): Promise<Asked>
  /** All that somebody could change in the first account, as one text. */
  belongings(): Promise<string>
  stop(): Promise<void>
}

export async function openScene(): Promise<Scene> {
  const service = await startTestService({ RINGKEY_SIP_PORT: '0' }, { hasSip: true })
  const { store, clock } = service
  const accountId = (await store.service(service.serviceId))!.accountId
  const members = new Map<Role, PersonRecord>()
  for (const role of roles) members.set(role, await addPerson(service, `planted-${role}@first.example`))
  const owner = members.get('owner')!
  const spare = await addPerson(service, 'planted-spare@first.example')
  await changed(store, 'saveMembership', {
    accountId,
    personId: spare.id,
    role: 'read-only',
    createdAt: clock.now(),
  })
  const operator = await addPerson(service, 'operator@house.example', { operator: true })
  const stranger = await addPerson(service, 'stranger@second.example')
  const second = await openAccount(service, { email: 'second@second.example', demo: false })
  const addNamed = (account: number, name: string) =>
    addKeyedService(store, account, { name, useDirection: `${name}-use`, at: clock.now() })
  await addNamed(second, 'own-service')

  const seats: Readonly<Record<string, Seat>> = {
    half: { person: owner, accountId, role: 'owner', stage: 'second-factor' },
    ...Object.fromEntries(roles.map((role) => [role, { person: members.get(role)!, accountId, role }])),
    stranger: { person: stranger, accountId: second, role: 'owner' },
    operator: { person: operator, accountId: 0 },
  }
  const giveRole = async ({ person, accountId, role }: Seat) => {
    if (role !== undefined)
      await changed(store, 'saveMembership', { accountId, personId: person.id, role, createdAt: 0 })
  }
  for (const seat of Object.values(seats)) await giveRole(seat)
  const ask: Scene['ask'] = async (visitor, question) => {
    const headers: Record<string, string> = { 'User-Agent': userAgent }
    const seat = seats[visitor]
    if (seat !== undefined) {
      const { token } = await openSession(service, seat.person, seat.accountId, seat.stage)
      headers.Cookie = `ringkey=${token}`
    }
    const path = `/cabinet/api${question.path}`
    const answer = await askRaw(service.baseUrl, {
      ...question,
      path,
      headers: { ...headers, ...question.headers },
    })
    if (seat !== undefined) await giveRole(seat)
    return answer
  }
  const post = async (visitor: VisitorName, path: string, body: unknown) => {
    const answer = await ask(visitor, { method: 'POST', path, headers: ownHeader, body })
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.body}`)
    return JSON.parse(answer.body)
  }

  await giveOwnerPassword(service, owner.id)
  await addTrunks(service)
  await addTariff(service)
  await addSmallThings(service, accountId)
  const invitation = await addInvitation(service, accountId)
  const planted = await addNamed(accountId, 'planted-service')
  const old = await addNamed(accountId, 'planted-old-service')
  const topUp = { amount: plantedAmount, note: 'planted-note', operationId: 'planted-form-of-the-scene' }
  await post('operator', `/operator/accounts/${accountId}/top-up`, topUp)
  await post('operator', `/operator/accounts/${accountId}/tariff`, { tariff: plantedTariff })
  const notice = { threshold: plantedThreshold, byEmail: true, byMessenger: false }
  await post('owner', '/money/notice', notice)
  const { current: webhookSecret } = await post('owner', `/services/${planted.id}/webhook-secret`, {})
  const endpoint = await post('owner', `/services/${planted.id}/endpoints`, {
    url: 'http://127.0.0.1:9/planted-endpoint',
    types: null,
    description: 'planted-description',
    enabled: false,
  })
  const hook = await post('owner', `/services/${planted.id}/hooks`, {
    kind: 'keycloak',
    phoneName: 'planted-name',
  })
  const oidcClient = await post('owner', `/services/${planted.id}/oidc-clients`, {
    name: 'planted-client',
    redirects: ['https://planted.example/callback'],
  })
  const gateway = await post('owner', `/services/${planted.id}/gateways`, {
    kind: 'http',
    channel: 'planted-channel',
    url: 'http://127.0.0.1:9/planted-gateway',
    countries: [],
    handsOver: true,
  })
  await post('owner', `/services/${planted.id}/recordings`, { ...plantedRecording, wav: base64Wav() })
  await post('owner', `/services/${planted.id}/keys`, { name: 'planted-key', scope: 'read' })
  const { ids: verificationIds, delivery } = await addCalls(service, planted)
  const [call] = await eventually(
    async () => JSON.parse((await ask('owner', { path: '/phone/calls' })).body) as { id: number }[],
    (calls) => calls.length > 0,
    15_000,
  )
  const { secret, pending } = await post('owner', '/second-factor/totp', {})
  const { session } = await openSession(service, spare, accountId)
  const ids: Ids = {
    now: clock.now(),
    accountId,
    accountEmail: service.firstRun!.email,
    ownerEmail: owner.email,
    serviceId: planted.id,
    oldServiceId: old.id,
    ...verificationIds,
    deliveryId: delivery.id,
    endpointId: endpoint.id,
    hookId: hook.id,
    oidcClientId: oidcClient.id,
    gatewayId: gateway.id,
    keyId: (await store.furtherKeys(planted.id))[0]!.id,
    memberId: spare.id,
    sessionId: session.id,
    ...invitation,
    newEmailToken: await addNewEmailLink(service, spare.id),
    pendingTotp: { pending, code: codeOfStep(secret, stepAt(clock.now())) },
    phoneCallId: call!.id,
  }
  return {
    ids,
    planted: [
      'planted-',
      'first.example',
      ids.accountEmail,
      planted.key,
      ids.sessionId,
      ids.invitationId,
      ids.invitationToken,
      webhookSecret,
      hook.credential,
      oidcClient.secret,
      gateway.secret,
      secret,
      pending,
      '203.0.113.77',
      ringingPhone,
      ...plantedMoney,
      ...Object.values(verificationIds).map(String),
      delivery.webhookId,
    ],
    plantedMoney,
    ask,
    belongings: () => belongingsOf(store, ids),
    stop: () => service.stop(),
  }
}
