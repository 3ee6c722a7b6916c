import { Type } from 'typebox'
import type { CallRecord } from '../books/call.ts'
import type { Verification } from '../books/verification.ts'
import { wrongField } from '../storage/operation-refused.ts'
import { addConsentText, type ConsentText, consentTexts } from '../storage/queries/consent-texts.ts'
import type { Store } from '../storage/store.ts'
import { id, knownService } from './fields.ts'
import { operation } from './operation.ts'

/** As long as `consent.text` of `/v2`. */
export const maxWordingLength = 2_000
/** Rows read at once; other requests are served between two pieces. */
const piece = 500

/** The proof that a person agreed to be called (docs/consent.md). */
export interface ConsentProof {
  /** Of `/v2`, or the vendor id of a call of `/v1.0`. */
  readonly id: string
  readonly serviceId: number
  readonly phoneMask: string
  readonly askedAt: number
  /** When the person agreed; null without a proof. */
  readonly at: number | null
  /** "" when it is not known. */
  readonly address: string
  /** Who says so: the request itself, or the wording that the service had then. */
  readonly source: 'request' | 'service' | 'none'
  /** null when the wording is none of the service's. */
  readonly version: number | null
  readonly wording: string
}

/** The wording that is in force already makes no new version. */
export const changeWording = operation({
  name: 'consent.wording',
  about: 'Set the wording with which people agree to be called by a service, from now on',
  log: ({ service }: { service: number }) => [
    `new consent wording of service ${service}`,
    `новый текст согласия сервиса ${service}`,
  ],
  by: 'change-services',
  api: { scope: 'accounts', path: '/services/:service/consent' },
  isIndependent: true,
  input: Type.Object({
    service: id,
    wording: Type.String({
      maxLength: 2 * maxWordingLength,
      expected: `1 to ${maxWordingLength} characters`,
    }),
  }),
  async run(tx, { service, wording: typed }) {
    const { accountId } = await knownService(tx, service)
    const wording = typed.trim().toWellFormed()
    if (wording === '' || wording.length > maxWordingLength)
      throw wrongField('wording', `1 to ${maxWordingLength} characters`)
    const last = (await consentTexts(tx.sql, service)).at(-1)
    if (last?.wording === wording) return { version: last.version, isNew: false }
    const version = await addConsentText(tx.sql, { serviceId: service, wording, since: tx.at })
    tx.log({ service }, accountId)
    return { version, isNew: true }
  },
})

/** The proofs of one service, newest first: verifications of `/v2`, then calls of `/v1.0`. */
export async function* consentProofs(
  store: Pick<Store, 'consentTexts' | 'verificationList' | 'callPage' | 'stepCalls'>,
  asked: Readonly<Record<'accountId' | 'serviceId' | 'from' | 'to', number>>,
): AsyncGenerator<ConsentProof[]> {
  const { serviceId, from, to } = asked
  const wordings = await store.consentTexts(serviceId)
  let nextPhone: string | null = null
  do {
    const page: Awaited<ReturnType<Store['verificationList']>> = await store.verificationList({
      ...asked,
      test: false,
      before: nextPhone,
      limit: piece,
    })
    yield page.items.map((each) => proofOfVerification(each, wordings))
    nextPhone = page.next
  } while (nextPhone !== null)
  let nextCall: number | null = null
  do {
    const page: Awaited<ReturnType<Store['callPage']>> = await store.callPage({
      ...{ serviceIds: [serviceId], test: false, from, to },
      before: nextCall,
      limit: piece,
    })
    yield await proofsOfCalls(store, page.items, wordings)
    nextCall = page.next
  } while (nextCall !== null)
}

/** The proofs of one number, of one service or of all of them. */
export async function consentProofsOfPhone(
  store: Pick<Store, 'consentTexts' | 'verificationsOf' | 'callsOfPhone' | 'stepCalls'>,
  phoneHash: Uint8Array,
  serviceId: number | null,
): Promise<ConsentProof[]> {
  const isAsked = (each: { readonly serviceId: number; readonly test: boolean }) =>
    !each.test && (serviceId === null || each.serviceId === serviceId)
  const phones = (await store.verificationsOf(phoneHash)).filter(isAsked)
  const calls = (await store.callsOfPhone(phoneHash)).filter(isAsked)
  const services = new Set([...phones, ...calls].map((each) => each.serviceId))
  const wordings = new Map<number, ConsentText[]>()
  for (const id of services) wordings.set(id, await store.consentTexts(id))
  const ofCalls: ConsentProof[] = []
  for (const [id, own] of Map.groupBy(calls, (call) => call.serviceId))
    for (let start = 0; start < own.length; start += piece)
      ofCalls.push(...(await proofsOfCalls(store, own.slice(start, start + piece), wordings.get(id)!)))
  const ofPhones = phones.map((each) => proofOfVerification(each, wordings.get(each.serviceId)!))
  return [...ofPhones, ...ofCalls].sort((one, other) => other.askedAt - one.askedAt)
}

/** Calls that we place, except steps of `/v2`: their verification has the proof. Inbound calls need none. */
async function proofsOfCalls(
  store: Pick<Store, 'stepCalls'>,
  calls: readonly CallRecord[],
  wordings: readonly ConsentText[],
): Promise<ConsentProof[]> {
  const placed = calls.filter(({ mode }) => mode !== 'inbound')
  const steps = new Set(await store.stepCalls(placed.map(({ vendorId }) => vendorId)))
  return placed
    .filter(({ vendorId }) => !steps.has(vendorId))
    .map(({ vendorId, serviceId, phoneMask, startedAt }) => ({
      ...{ id: String(vendorId), serviceId, phoneMask, askedAt: startedAt },
      ...byService(wordings, startedAt, ''),
    }))
}

export function proofOfVerification(
  asked: Pick<Verification, 'id' | 'serviceId' | 'phoneMask' | 'createdAt' | 'consent' | 'ip'>,
  wordings: readonly ConsentText[],
): ConsentProof {
  const { id, serviceId, phoneMask, createdAt, consent, ip } = asked
  const facts = { id, serviceId, phoneMask, askedAt: createdAt }
  if (consent === null) return { ...facts, ...byService(wordings, createdAt, ip) }
  const given = JSON.parse(consent) as { at: string; ip?: string; text?: string }
  const at = Date.parse(given.at)
  const known =
    given.text === undefined
      ? inForce(wordings, at)
      : wordings.findLast(({ wording }) => wording === given.text!.trim())
  return {
    ...facts,
    at,
    address: given.ip ?? ip,
    source: 'request',
    version: known?.version ?? null,
    wording: given.text ?? known?.wording ?? '',
  }
}

function byService(wordings: readonly ConsentText[], askedAt: number, address: string) {
  const known = inForce(wordings, askedAt)
  if (known === undefined) return { at: null, address, source: 'none', version: null, wording: '' } as const
  const { version, wording } = known
  return { at: askedAt, address, source: 'service', version, wording } as const
}

const inForce = (wordings: readonly ConsentText[], at: number) =>
  wordings.findLast(({ since }) => since <= at)
