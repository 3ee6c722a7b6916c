// Two accounts side by side, with people of every kind; the first is full of texts that nobody else may see.
import { hashKey, newSecretKey } from '../../src/accounts/secret-key.ts'
import { defaultSettings } from '../../src/accounts/service-settings.ts'
import { Sessions } from '../../src/cabinet/sessions.ts'
import { systemRandom } from '../../src/platform/random.ts'
import { type PersonRecord, type Role, roles, type SessionStage } from '../../src/storage/people-records.ts'
import { type Asked, askRaw, type Question } from '../cabinet-ask.ts'
import { eventually, startTestService, type TestService } from '../service.ts'

const userAgent = 'a browser of the isolation test'
/** Test numbers of the interface: no call, no money. */
const testPhone = '79000000001'
/** The simulated carrier has it; the demo phone rings. */
const ringingPhone = '79161234567'

/** Who may ask. `stranger` owns the second account, `operator` belongs to none. */
export const visitors = ['nobody', 'half', ...roles, 'stranger', 'operator'] as const
export type VisitorName = (typeof visitors)[number]

/** What the first account has; fillings put these into paths and bodies. */
export interface Ids {
  readonly accountId: number
  readonly serviceId: number
  readonly vendorId: number
  readonly inboundVendorId: number
  /** A colleague who can be removed, changed, asked about. */
  readonly memberId: number
  readonly sessionId: string
  readonly phoneCallId: number
}

export interface Scene {
  readonly service: TestService
  readonly ids: Ids
  /**
   * Texts and ids of the first account: none may be in any answer to a stranger or to nobody. Ids of one digit
   * would be found in any date; the texts beside them are not.
   */
  readonly planted: readonly string[]
  /** Always with a new session: some routes end it. */
  ask(visitor: VisitorName, question: Question): Promise<Asked>
  stop(): Promise<void>
}

export async function openScene(): Promise<Scene> {
  const service = await startTestService({ RINGKEY_SIP_PORT: '0' }, { hasLine: true })
  const { store, clock } = service
  const accountId = (await store.service(service.serviceId))!.accountId
  const members = new Map<Role, PersonRecord>()
  for (const role of roles) members.set(role, await addPerson(service, `planted-${role}@first.example`))
  for (const [role, { id: personId }] of members) {
    await store.saveMembership({ accountId, personId, role, createdAt: clock.now() })
  }
  const spare = await addPerson(service, 'planted-spare@first.example')
  await store.saveMembership({ accountId, personId: spare.id, role: 'read-only', createdAt: clock.now() })
  const half = members.get('owner')!
  const operator = await addPerson(service, 'operator@house.example', true)

  const planted = await addService(service, accountId, 'planted-service')
  const { vendorId, inboundVendorId } = await addVerifications(service, planted)
  await store.topUp({ accountId, amountUnits: 1_000, note: 'planted-note', at: clock.now() })
  await store.recordAction(accountId, {
    action: 'planted-action',
    userAgent: 'planted-agent',
    ip: '203.0.113.77',
    createdAt: clock.now(),
  })

  const second = await store.createAccount({
    email: 'second@second.example',
    passwordHash: '',
    tariff: 'uni',
    demo: false,
    phoneConfirmed: true,
    at: clock.now(),
  })
  if (typeof second === 'string') throw new Error(second)
  const stranger = await addPerson(service, 'stranger@second.example')
  const membership = { accountId: second.id, personId: stranger.id, createdAt: clock.now() }
  await store.saveMembership({ ...membership, role: 'owner' })
  await addService(service, second.id, 'own-service')

  const sessions = new Sessions(store, clock, systemRandom)
  const cookieOf = async (person: PersonRecord, account: number, stage: SessionStage = 'full') => {
    const visitor = { address: '127.0.0.1', userAgent, isHttps: false }
    const { token, session } = await sessions.open(person, account, stage, visitor)
    return { cookie: `ringkey=${token}`, sessionId: session.id }
  }
  const cookieFor = async (visitor: VisitorName): Promise<string | undefined> => {
    if (visitor === 'nobody') return undefined
    if (visitor === 'half') return (await cookieOf(half, accountId, 'second-factor')).cookie
    if (visitor === 'stranger') return (await cookieOf(stranger, second.id)).cookie
    if (visitor === 'operator') return (await cookieOf(operator, 0)).cookie
    return (await cookieOf(members.get(visitor)!, accountId)).cookie
  }
  const ask: Scene['ask'] = async (visitor, question) => {
    const cookie = await cookieFor(visitor)
    const own = { 'User-Agent': userAgent, ...(cookie === undefined ? {} : { Cookie: cookie }) }
    return askRaw(service.baseUrl, {
      ...question,
      path: `/cabinet/api${question.path}`,
      headers: { ...own, ...question.headers },
    })
  }
  const { sessionId } = await cookieOf(spare, accountId)
  const [call] = await eventually(
    async () => JSON.parse((await ask('owner', { path: '/phone/calls' })).body) as { id: number }[],
    (calls) => calls.length > 0,
    15_000,
  )
  const ids = { accountId, serviceId: planted.id, vendorId, inboundVendorId, memberId: spare.id, sessionId }
  return {
    service,
    ids: { ...ids, phoneCallId: call!.id },
    planted: [
      'planted-',
      'first.example',
      service.firstRun!.email,
      planted.key,
      sessionId,
      '203.0.113.77',
      ringingPhone,
      String(vendorId),
      String(inboundVendorId),
    ],
    ask,
    stop: () => service.stop(),
  }
}

async function addPerson({ store, clock }: TestService, email: string, operator = false) {
  const person = await store.createPerson({
    email,
    passwordHash: '',
    name: email.split('@')[0]!,
    language: '',
    operator,
    createdAt: clock.now(),
  })
  if (typeof person === 'string') throw new Error(person)
  return person
}

interface PlantedService {
  readonly id: number
  readonly key: string
}

async function addService({ store, clock }: TestService, accountId: number, name: string) {
  const key = newSecretKey(systemRandom)
  const made = await store.createService({
    accountId,
    name,
    useDirection: `${name}-use`,
    keyHash: hashKey(key),
    settings: defaultSettings,
    sealedWebhookSecret: Buffer.from('sealed'),
    at: clock.now(),
  })
  return { id: made!.id, key }
}

/** One that needs no call, one that waits for a call, one that the demo phone shows. */
async function addVerifications(service: TestService, { id, key }: PlantedService) {
  const authorization = { authorization: `Bearer ${key}.${id}` }
  const texts = { client: 'planted-client', unique: 'planted-unique' }
  const made = await service.get('initCall', { phone: testPhone, ...texts }, authorization)
  const waiting = { phone: '79160000002', callback_url: 'http://127.0.0.1:9/planted-hook' }
  const inbound = await service.get('inboundCallWaiting', waiting, authorization)
  const rung = await service.get('initCall', { phone: ringingPhone }, authorization)
  for (const { status, body } of [made, inbound, rung]) {
    if (status !== 200) throw new Error(`not admitted: ${JSON.stringify(body)}`)
  }
  return { vendorId: made.body.vendor_id as number, inboundVendorId: inbound.body.vendor_id as number }
}
