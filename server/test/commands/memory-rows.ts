import type {
  KeyOwner,
  StoredVerification,
  VerificationKey,
  VerificationsFrom,
} from '../../src/books/books.ts'
import type { CallRecord, NewCall } from '../../src/books/call.ts'
import { type Command, decide } from '../../src/books/commands.ts'
import type { AccountMoney, NewLedgerEntry } from '../../src/books/ledger.ts'
import type { LookupHold, LookupKey } from '../../src/books/lookup-hold.ts'
import { type NeededSource, type Needs, needsOf } from '../../src/books/needs.ts'
import { everyService, type PhoneLimitRules } from '../../src/books/number-limit.ts'
import type { DeliveryToEnqueue, EventTarget } from '../../src/books/outbox.ts'
import { callStarts } from '../../src/books/page-calls.ts'
import { hasPrice, isPending } from '../../src/books/step-machine.ts'
import type { WrongTry } from '../../src/books/wrong-codes.ts'
import { hourMs } from '../../src/platform/clock.ts'
import { phoneText } from '../../src/storage/key-hash.ts'
import {
  addNeeded,
  type BatchWrites,
  keyName,
  type LoadedBatch,
  NotLoaded,
  type PhoneLimit,
  pageName,
  phoneName,
  sourceName,
  spendName,
  verificationKeyName,
  WorkingSet,
  waitName,
} from '../../src/storage/postgres/working-set.ts'

type StoredCall = NewCall & CallRecord

/** What commands do not change. */
export interface Settings {
  readonly rules: PhoneLimitRules
  readonly accountIds: readonly number[]
  /** By the text of the hash. */
  readonly doNotCall: ReadonlySet<string>
  readonly eventTargets: readonly EventTarget[]
}

/**
 * The tables of a store in memory. A batch is given the rows that its needs name and no others, chosen as load-batch.ts
 * chooses them, and its changes are stored as write-batch.ts stores them.
 */
export class MemoryRows {
  readonly accounts: Map<number, AccountMoney>
  readonly entries: NewLedgerEntry[] = []
  readonly calls = new Map<number, StoredCall>()
  readonly limits = new Map<string, PhoneLimit>()
  readonly spent = new Map<string, number>()
  readonly repeats: BatchWrites['repeats'] = []
  readonly waits = new Map<string, BatchWrites['waits'][number]>()
  readonly lookupHolds = new Map<string, LookupHold>()
  readonly lookupKeys = new Map<string, LookupKey>()
  readonly verifications = new Map<
    string,
    StoredVerification & { readonly wakeAt: number | null; readonly createdAs: string | null }
  >()
  readonly stepCalls = new Map<number, string>()
  readonly verificationKeys = new Map<string, VerificationKey>()
  readonly wrongTries = new Map<string, readonly WrongTry[]>()
  readonly deliveries = new Map<string, DeliveryToEnqueue>()
  readonly conversions = new Map<string, number>()
  readonly tests = new Set<number>()
  readonly #settings: Settings
  #nextVendorId = 1

  constructor(settings: Settings) {
    this.#settings = settings
    this.accounts = new Map(
      settings.accountIds.map((id) => [id, { balanceUnits: 0, heldUnits: 0, lastEntry: 0 }]),
    )
  }

  /** One transaction. */
  run(commands: readonly Command[]): unknown[] {
    const needs = needsOf(commands)
    for (;;) {
      const loaded = this.#load(needs)
      const books = new WorkingSet(this.#settings.rules, loaded)
      try {
        const results = commands.map((command) => decide(books, command))
        this.#write(books.writes, loaded)
        return results
      } catch (error) {
        if (!(error instanceof NotLoaded)) throw error
        addNeeded(needs, error)
      }
    }
  }

  #load(needs: Needs): LoadedBatch {
    const pendingPhones = textsOf(needs.pendingPhones)
    const pending = [...this.verifications.values()]
      .map(({ verification }) => verification)
      .filter((each) => isPending(each) && each.phoneHash && pendingPhones.has(phoneText(each.phoneHash)))
    const targetsOf = new Set([...needs.notifiedServices, ...pending.map(({ serviceId }) => serviceId)])
    const keys = pick(
      this.verificationKeys,
      needs.verificationKeys.map(({ serviceId, keyHash }) => verificationKeyName(serviceId, keyHash)),
    )
    const repeated = [...pick(this.calls, needs.repeatedIds).values()]
    const firstIds = repeated.map(({ vendorId, firstVendorId }) => firstVendorId ?? vendorId)
    const waitingPhones = textsOf(needs.waitingPhones)
    const waiting = [...this.waits.values()].filter(({ phoneHash }) =>
      waitingPhones.has(phoneText(phoneHash)),
    )
    return {
      balances: copied(pick(this.accounts, needs.accountIds)),
      vendorIds: Array.from({ length: needs.newCalls }, (_, index) => this.#nextVendorId + index),
      keys: this.#keysOf(needs),
      phones: new Map(
        [...needs.calls, ...repeated].map(({ phoneHash }) => [
          phoneText(phoneHash!),
          this.#phone(needs, phoneHash!),
        ]),
      ),
      spent: pick(
        this.spent,
        [...needs.scopes].flatMap((scope) =>
          Array.from({ length: needs.lastHour - needs.firstHour + 1 }, (_, hour) =>
            spendName(scope, needs.firstHour + hour),
          ),
        ),
      ),
      open: new Map(
        [...pick(this.calls, [...needs.endedIds])].map(([id, call]) => [
          id,
          { ...call, isOpen: call.state === 'checking' },
        ]),
      ),
      calls: pick(this.calls, [...needs.repeatedIds, ...firstIds]),
      repeats: new Map(
        firstIds.map((first) => {
          const ids = this.repeats.filter(({ firstVendorId }) => firstVendorId === first)
          const chain = [
            ...pick(
              this.calls,
              ids.map(({ vendorId }) => vendorId),
            ).values(),
          ]
          const lastStartedAt = Math.max(0, ...chain.map(({ startedAt }) => startedAt))
          return [first, { count: chain.length, lastStartedAt }]
        }),
      ),
      waiting: new Map(
        waiting.map((wait) => [
          waitOf(wait),
          phoneName(this.calls.get(wait.vendorId)!.accountId, wait.phoneHash),
        ]),
      ),
      lookupHolds: pick(this.lookupHolds, needs.lookupIds),
      lookupKeys: pick(this.lookupKeys, needs.lookupKeyIds),
      verifications: new Map<string, StoredVerification | undefined>([
        ...[...needs.verificationIds].map((id) => [id, undefined] as const),
        ...pick(this.verifications, [...needs.verificationIds, ...pending.map(({ id }) => id)]),
      ]),
      pendingPhones,
      verificationKeys: new Map(
        [...keys].map(([name, key]) => {
          const { createdAs = null } = this.verifications.get(key.verificationId) ?? {}
          return [name, { ...key, createdAs }]
        }),
      ),
      settledCalls: this.#settledCalls(needs),
      wrongTries: pick(this.wrongTries, [...textsOf(needs.triedPhones)]),
      sources: new Map(
        needs.sources.map((asked) => [
          sourceName(asked.serviceId, asked.by, asked.source),
          this.#from(asked),
        ]),
      ),
      pageCalls: new Map(
        needs.pages.map(({ serviceId, client, at }) => [
          pageName(serviceId, client),
          new Map(
            [...this.verifications.values()].flatMap(({ verification: its }) =>
              its.serviceId === serviceId &&
              its.client === client &&
              its.isOfPage &&
              !its.test &&
              its.status !== 'approved' &&
              its.expiresAt > at - hourMs
                ? [[its.id, { startedAt: callStarts(its.steps), expiresAt: its.expiresAt }]]
                : [],
            ),
          ),
        ]),
      ),
      eventTargets: Map.groupBy(
        this.#settings.eventTargets.filter(({ serviceId }) => targetsOf.has(serviceId)),
        ({ serviceId }) => serviceId,
      ),
    }
  }

  #keysOf({ uniqueKeys }: Needs): Map<string, KeyOwner> {
    const asked = new Set(uniqueKeys.map(({ serviceId, unique }) => keyName(serviceId, unique)))
    return new Map(
      [...this.calls.values()].flatMap((call) => {
        const name = keyName(call.serviceId, call.unique ?? '')
        return call.unique !== null && asked.has(name) ? [[name, call] as const] : []
      }),
    )
  }

  #phone({ calls }: Needs, phoneHash: Uint8Array) {
    const text = phoneText(phoneHash)
    const services = calls
      .filter((asked) => phoneText(asked.phoneHash) === text)
      .map(({ serviceId }) => serviceId)
    const names =
      services.length === 0 ? [] : [everyService, ...services].map((id) => phoneName(id, phoneHash))
    return {
      doNotCall: this.#settings.doNotCall.has(text),
      limits: [...copied(pick(this.limits, names)).values()],
    }
  }

  /** Of steps whose outcome or payment is open. */
  #settledCalls({ advancedIds }: Needs): LoadedBatch['settledCalls'] {
    const steps = [...pick(this.verifications, [...advancedIds]).values()].flatMap(
      (its) => its.verification.steps,
    )
    const calls = pick(
      this.calls,
      steps.filter((step) => !hasPrice(step)).map(({ vendorId }) => vendorId!),
    )
    return new Map(
      [...calls].map(([id, { state, reason, settledAt, ...call }]) => [
        id,
        state === 'checking'
          ? 'open'
          : { ...call, completed: state === 'completed', reason: reason!, settledAt: settledAt! },
      ]),
    )
  }

  #from({ serviceId, by, source, at }: NeededSource): VerificationsFrom[] {
    const rows = [...this.verifications.values()].filter(
      ({ verification: its, [by]: from }) =>
        its.serviceId === serviceId && from === source && !its.test && its.createdAt > at - hourMs,
    )
    const lines = Map.groupBy(
      rows,
      ({ verification: { phoneHash, country } }) => `${country} ${phoneText(phoneHash!)}`,
    )
    return [...lines.values()].map((all) => {
      const { phoneHash, country } = all[0]!.verification
      const times = all.map(({ verification }) => verification.createdAt)
      return {
        phoneHash: phoneHash!,
        country,
        verifications: all.length,
        oldestAt: Math.min(...times),
        newestAt: Math.max(...times),
      }
    })
  }

  /** What is given back first; then the parts of one statement, which see the rows as they were before it. */
  #write(writes: BatchWrites, { balances }: LoadedBatch): void {
    for (const wait of writes.endedWaits) this.waits.delete(waitOf(wait))
    for (const { lookupId } of writes.endedLookups) this.lookupHolds.delete(lookupId)
    for (const { lookupId } of writes.removedLookupKeys) this.lookupKeys.delete(lookupId)
    for (const key of writes.removedKeys) this.verificationKeys.delete(keyOf(key))
    const unseen = new Set(writes.unseen.map(({ verificationId }) => verificationId))
    for (const [id, { verificationId }] of this.deliveries)
      if (unseen.has(verificationId!)) this.deliveries.delete(id)

    insert(this.lookupHolds, writes.lookupHolds.values(), ({ lookupId }) => lookupId)
    insert(this.lookupKeys, writes.lookupKeys.values(), ({ lookupId }) => lookupId)
    insert(this.waits, writes.waits, waitOf)
    insert(this.verificationKeys, writes.newKeys, keyOf)
    this.entries.push(...writes.entries)
    for (const { accountId } of writes.entries) this.accounts.set(accountId, balances.get(accountId)!)
    for (const [name, { units }] of writes.spend) this.spent.set(name, (this.spent.get(name) ?? 0) + units)
    for (const limit of writes.limits) this.limits.set(phoneName(limit.serviceId, limit.phoneHash), limit)
    this.#writeCalls(writes)
    for (const [id, changed] of writes.verifications) {
      const before = this.verifications.get(id)
      if (before !== undefined) this.verifications.set(id, { ...before, ...changed })
    }
    insert(this.verifications, writes.newVerifications.values(), ({ verification }) => verification.id)
    for (const { vendorId, verificationId } of writes.stepCalls) this.stepCalls.set(vendorId, verificationId)
    for (const [text, { tries }] of writes.wrongTries) this.wrongTries.set(text, tries)
    for (const { verification, step } of writes.conversions)
      insert(this.conversions, [step.vendorId!], () => verification.id)
    for (const delivery of writes.deliveries)
      if (!this.deliveries.has(delivery.webhookId)) this.deliveries.set(delivery.webhookId, delivery)
  }

  #writeCalls({ calls, ends, repeats, tests }: BatchWrites): void {
    const begun = {
      state: 'checking',
      settledAt: null,
      reason: null,
      details: null,
      callerIdentity: null,
    } as const
    const rows = calls.map((call) => ({ ...call, ...begun, costUnits: call.priceUnits }))
    insert(this.calls, rows, ({ vendorId }) => vendorId)
    this.#nextVendorId += calls.length
    for (const { vendorId, completed, settledAt, reason, costUnits, ...said } of ends) {
      const call = this.calls.get(vendorId)!
      if (call.state !== 'checking') continue
      const { details = null, callerIdentity = call.callerIdentity } = said
      const state = completed ? 'completed' : 'failed'
      this.calls.set(vendorId, { ...call, state, settledAt, reason, costUnits, details, callerIdentity })
    }
    this.repeats.push(...repeats)
    for (const { vendorId } of tests) this.tests.add(vendorId)
  }
}

const waitOf = ({ phoneHash, confirmationNumber }: BatchWrites['endedWaits'][number]) =>
  waitName(phoneHash, confirmationNumber)
const keyOf = ({ serviceId, keyHash }: BatchWrites['removedKeys'][number]) =>
  verificationKeyName(serviceId, keyHash)
const textsOf = (phones: readonly Uint8Array[]) => new Set(phones.map(phoneText))

function pick<K, V>(table: ReadonlyMap<K, V>, keys: Iterable<K>): Map<K, V> {
  const found = new Map<K, V>()
  for (const key of keys) if (table.has(key)) found.set(key, table.get(key)!)
  return found
}

/** Rows that a batch changes in place. */
const copied = <K, V extends object>(rows: ReadonlyMap<K, V>) =>
  new Map([...rows].map(([key, row]) => [key, { ...row }]))

function insert<K, V>(table: Map<K, V>, rows: Iterable<V>, keyOf: (row: V) => K): void {
  for (const row of rows) {
    const key = keyOf(row)
    if (table.has(key)) throw new Error(`unique violation: ${key}`)
    table.set(key, row)
  }
}
