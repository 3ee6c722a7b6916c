// Fills the first account, and the house, with texts that can be told from all others.
import { hashToken, makeLink } from '../../src/cabinet/one-time-links.ts'
import { hourMs } from '../../src/platform/clock.ts'
import { systemRandom } from '../../src/platform/random.ts'
import { defaultTrunkSettings } from '../../src/storage/queries/trunks.ts'
import { cheapPasswords } from '../cheap-passwords.ts'
import { answer, startReceiver } from '../receiver.ts'
import { eventually, type TestService } from '../service.ts'
import type { KeyedService } from '../store-contract/fixture.ts'

export const ownersPassword = 'planted-password of the owner'
export const plantedTariff = 'planted-tariff'
export const plantedTrunk = 'planted-trunk'
export const trunkToRemove = 'planted-old-trunk'
export const plantedRecording = { language: 'de', piece: 'name' } as const
/** Test numbers of the interface: no call, no money; one that waits for a call gets it by itself. */
const testPhone = '79000000001'
/** The simulated carrier has it; the demo phone rings. */
export const ringingPhone = '79161234567'
/** Of the call that rings there. */
export const plantedCode = '7319'

/** What the first account has; requestFixtures put these into paths and bodies. */
export interface Ids {
  /** The clock stands still. */
  readonly now: number
  readonly accountId: number
  readonly accountEmail: string
  readonly ownerEmail: string
  readonly serviceId: number
  readonly oldServiceId: number
  readonly vendorId: number
  readonly inboundVendorId: number
  /** A webhook that was tried. */
  readonly deliveryId: number
  readonly endpointId: number
  readonly hookId: number
  readonly oidcClientId: string
  readonly gatewayId: number
  readonly keyId: number
  readonly verificationId: string
  /** A colleague who can be removed, changed, asked about, and a session of his. */
  readonly memberId: number
  readonly sessionId: string
  readonly invitationId: string
  readonly invitationToken: string
  /** With which that colleague would confirm a new e-mail. */
  readonly newEmailToken: string
  /** A secret for the owner's authenticator app that waits for its first code, with that code. */
  readonly pendingTotp: { readonly pending: string; readonly code: string }
  readonly phoneCallId: number
}

/** One that needs no call, one whose webhook was refused, one that waits for a call, one that the demo phone shows. */
export async function addCalls(service: TestService, { authorization: bearer }: KeyedService) {
  const { store, clock } = service
  const authorization = { authorization: bearer }
  const admitted = async (method: string, parameters: Record<string, string>) => {
    const { status, body } = await service.get(method, parameters, authorization)
    if (status !== 200) throw new Error(`not admitted: ${JSON.stringify(body)}`)
    return body.vendor_id as number
  }
  const receiver = await startReceiver(answer(410, 'planted-answer'))
  const deliveredVendorId = await admitted('inboundCallWaiting', {
    phone: testPhone,
    callback_url: `${receiver.url}/planted-hook`,
  })
  const delivery = await eventually(
    async () => {
      await clock.advance(500)
      return store.webhookOfCall(deliveredVendorId)
    },
    (tried) => tried?.state === 'failed',
  )
  await receiver.close()
  const texts = { client: 'planted-client', unique: 'planted-unique' }
  const vendorId = await admitted('initCall', { phone: testPhone, ...texts })
  const inboundVendorId = await admitted('inboundCallWaiting', {
    phone: '79160000002',
    callback_url: 'http://127.0.0.1:9/planted-hook',
  })
  await admitted('initCall', { phone: ringingPhone, code: plantedCode })
  const created = await fetch(`${service.baseUrl}/v2/verifications`, {
    method: 'POST',
    headers: { Authorization: bearer, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      phone: testPhone,
      client: 'planted-client',
      metadata: { planted: 'planted-metadata' },
      ip: '203.0.113.78',
    }),
  })
  const { id: verificationId } = (await created.json()) as { id: string }
  return { ids: { vendorId, inboundVendorId, verificationId }, delivery: delivery! }
}

export async function addInvitation({ store, clock }: TestService, accountId: number) {
  const invitationToken = await makeLink(
    { store, random: systemRandom, now: clock.now() },
    { purpose: 'join-account', email: 'planted-guest@first.example', accountId, detail: 'developer' },
  )
  return { invitationToken, invitationId: hashToken(invitationToken).toString('hex') }
}

export function addNewEmailLink({ store, clock }: TestService, personId: number): Promise<string> {
  return makeLink(
    { store, random: systemRandom, now: clock.now() },
    { purpose: 'new-email', email: 'planted-moved@first.example', personId },
  )
}

export async function giveOwnerPassword({ store }: TestService, personId: number): Promise<void> {
  const passwordHash = await cheapPasswords.hash(ownersPassword)
  await store.changePerson({ id: personId, passwordHash })
}

export async function addSmallThings({ store, clock }: TestService, accountId: number): Promise<void> {
  await store.recordAction({
    accountId: accountId,
    action: {
      action: 'planted-action',
      facts: {},
      userAgent: 'planted-agent',
      ip: '203.0.113.77',
      createdAt: clock.now(),
    },
  })
  await store.awaitOwnPhone({
    accountId,
    phoneHash: Buffer.alloc(32, 7),
    phoneMask: 'planted-mask',
    codeHash: 'no code has it',
    endsAt: clock.now() + hourMs,
  })
}

/** With the prices of the usual one. */
export async function addTariff({ store }: TestService): Promise<void> {
  const usual = (await store.tariffs()).find(({ code }) => code === 'uni')!
  await store.changeTariff({ ...usual, code: plantedTariff, name: 'planted-name', withoutPrices: [] })
}

/** Switched off: nothing is sent over them. */
export async function addTrunks({ store, clock }: TestService): Promise<void> {
  const settings = { ...defaultTrunkSettings, host: '127.0.0.1', port: 9, enabled: false }
  for (const name of [plantedTrunk, trunkToRemove]) {
    await store.saveTrunk({ name, demo: false, settings, sealedPassword: null, updatedAt: clock.now() })
  }
}
