import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { notesOf } from '../src/books/call.ts'
import type { WebhookToEnqueue } from '../src/books/settlement.ts'
import { maskPhone, PhoneHasher } from '../src/calls/phone-privacy.ts'
import { openSqliteStore } from '../src/storage/sqlite/store.ts'
import type { Store } from '../src/storage/store.ts'
import { receiverOf } from '../src/webhooks/receiver.ts'
import { addAccount, addService } from './store-contract/fixture.ts'

export const outboxHasher = new PhoneHasher(Buffer.alloc(32, 7))
export const confirmationNumber = '74951230001'
const roubles = 10_000
export const inboundPriceUnits = 8_000
const everywhere = { gapMs: 0, perMinute: 60, perDay: 1000, blockMs: 0 }
const numberLimits = { ...everywhere, everywhere }

export function openStoreFile(file: string): Promise<Store> {
  return openSqliteStore({
    file,
    numberLimits,
    onCrash(error) {
      throw error
    },
  })
}

/** A store with an account and a service, in a folder of its own. */
export async function openOutbox() {
  const folder = mkdtempSync(join(tmpdir(), 'ringkey-outbox-'))
  const file = join(folder, 'ringkey.db')
  const store = await openStoreFile(file)
  return {
    file,
    store,
    ...(await fillStore(store)),
    async close() {
      await store.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export interface Waiting {
  readonly url: string
  readonly phone?: string
  readonly portedTo?: string
  readonly at?: number
  readonly test?: boolean
  readonly phoneForm?: '+' | '8' | null
}

/** What a store needs before an inbound call, and a way to start and to complete one. */
export async function fillStore(store: Store) {
  await store.changeTariff({ code: 'uni', name: 'Uni', chargesFailed: false })
  const accountId = await addAccount(store, 'owner@example.com', { amountUnits: 100_000 * roubles, at: 1 })
  const serviceId = await addService(store, accountId)
  let phones = 0
  const freshPhone = () => `7916${String(1_000_000 + phones++)}`

  const wait = async ({
    url,
    phone = freshPhone(),
    portedTo = '',
    at = 1_000,
    test = false,
    phoneForm = null,
  }: Waiting): Promise<number> => {
    const admitted = await store.admitInbound({
      accountId,
      serviceId,
      test,
      priceUnits: test ? 0 : inboundPriceUnits,
      chargesFailed: false,
      caps: [],
      startedAt: at,
      deadlineAt: at + 60_000,
      phoneHash: outboxHasher.hash(phone),
      phoneMask: maskPhone(phone),
      country: 'RU',
      operator: 'Alpha',
      region: 'Moscow',
      portedTo,
      callbackUrl: url,
      phoneForm,
      ...notesOf({}),
      unique: null,
      refusal: null,
      ownersAccounts: [accountId],
      candidates: [confirmationNumber],
    })
    if (admitted.kind !== 'admitted') throw new Error(admitted.kind)
    return admitted.vendorId
  }
  const complete = (vendorId: number, webhook: WebhookToEnqueue, at = 2_000) =>
    store.settle({
      accountId,
      serviceId,
      vendorId,
      completed: true,
      money: 'capture',
      reason: 'called',
      settledAt: at,
      webhook,
    })
  /** Completed, its webhook in the outbox under the id `msg_<vendor_id>`. */
  const enqueue = async (waiting: Waiting): Promise<number> => {
    const vendorId = await wait(waiting)
    const receiver = receiverOf(new URL(waiting.url))
    await complete(vendorId, { id: `msg_${vendorId}`, receiver }, (waiting.at ?? 1_000) + 1_000)
    return vendorId
  }
  const attemptsOf = async (vendorId: number) => store.attempts((await store.webhookOfCall(vendorId))!.id)
  return { accountId, serviceId, wait, complete, enqueue, attemptsOf }
}
