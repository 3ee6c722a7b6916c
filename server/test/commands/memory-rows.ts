import type { StoredVerification, VerificationKey, VerificationsFrom } from '../../src/books/books.ts'
import type { CallRecord, NewCall } from '../../src/books/call.ts'
import { type Command, decide } from '../../src/books/commands.ts'
import type { Conversion, StoredFeedback } from '../../src/books/conversion.ts'
import type { AccountMoney, LedgerEntry } from '../../src/books/ledger.ts'
import type { LookupHold, LookupKey } from '../../src/books/lookup-hold.ts'
import { type NeededSource, type Needs, needsOf } from '../../src/books/needs.ts'
import { everyService, type PhoneLimitRules } from '../../src/books/number-limit.ts'
import type { DeliveryToEnqueue, TargetOfChange } from '../../src/books/outbox.ts'
import { callStarts } from '../../src/books/page-calls.ts'
import type { KeptPrice, SettledCall } from '../../src/books/settlement.ts'
import { isPending } from '../../src/books/step-machine.ts'
import type { WrongTry } from '../../src/books/wrong-codes.ts'
import { hourMs } from '../../src/platform/clock.ts'
import {
  addNeeded,
  keyName,
  NotLoaded,
  phoneName,
  type StoredRows,
  spendName,
  verificationKeyName,
  WorkingSet,
  waitName,
} from '../../src/storage/hot/working-set.ts'
import type { Changes, PhoneLimit } from '../../src/storage/hot/writes.ts'
import { phoneText } from '../../src/storage/key-hash.ts'
import { isFeedback } from '../../src/storage/queries/conversions.ts'

type StoredCall = NewCall & CallRecord

/** What commands do not change. */
export interface Settings {
  readonly rules: PhoneLimitRules
  readonly accountIds: readonly number[]
  /** By the text of the hash. */
  readonly doNotCall: ReadonlySet<string>
  readonly eventTargets: readonly TargetOfChange[]
}

/**
 * The tables of a store in memory. A batch is given the rows that its needs name and no others, chosen as load-batch.ts
 * chooses them, and its changes are stored as write-batch.ts stores them.
 */
export class MemoryRows {
  readonly accounts: Map<number, AccountMoney>
  readonly entries: LedgerEntry[] = []
  readonly calls = new Map<number, StoredCall>()
  readonly limits = new Map<string, PhoneLimit>()
  readonly spent = new Map<string, number>()
  readonly repeats: { readonly firstVendorId: number; readonly vendorId: number }[] = []
  readonly waits = new Map<
    string,
    { readonly phoneHash: Uint8Array; readonly confirmationNumber: string; readonly vendorId: number }
  >()
  /** By the call. */
  readonly keptPrices = new Map<number, KeptPrice>()
  readonly lookupHolds = new Map<string, LookupHold>()
  readonly lookupKeys = new Map<string, LookupKey>()
  readonly verifications = new Map<string, StoredVerification & { readonly createdAs: string | null }>()
  readonly wakes = new Map<string, number>()
  readonly stepCalls = new Map<number, string>()
  readonly verificationKeys = new Map<string, VerificationKey>()
  readonly wrongTries = new Map<string, readonly WrongTry[]>()
  readonly deliveries = new Map<string, DeliveryToEnqueue>()
  readonly conversions = new Map<string, number>()
  readonly tests = new Set<number>()
  readonly feedback = new Map<number, StoredFeedback>()
  /** What is counted of it, by the key of its line. */
  readonly reports = new Map<string, Conversion>()
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
      const books = new WorkingSet(this.#settings.rules, this.#stored(needs))
      try {
        books.readLists(needs)
        const results = commands.map((command) => decide(books, command))
        this.#write(books.changes)
        return results
      } catch (error) {
        if (!(error instanceof NotLoaded)) throw error
        addNeeded(needs, error)
      }
    }
  }

  /** The rows that the needs name, and no others. */
  #stored(needs: Needs): StoredRows {
    const needed = {
      scopes: needs.scopes,
      keys: new Set(needs.uniqueKeys.map(({ serviceId, unique }) => keyName(serviceId, unique))),
      called: new Set(
        needs.calls.flatMap(({ serviceId, phoneHash }) =>
          [everyService, serviceId].map((id) => phoneName(id, phoneHash)),
        ),
      ),
      waitingPhones: textsOf(needs.waitingPhones),
      pendingPhones: textsOf(needs.pendingPhones),
      triedPhones: textsOf(needs.triedPhones),
      verificationKeys: new Set(
        needs.verificationKeys.map(({ serviceId, keyHash }) => verificationKeyName(serviceId, keyHash)),
      ),
    }
    const repeated = [...pick(this.calls, needs.repeatedIds).values()]
    const firstIds = new Set(repeated.map(({ vendorId, firstVendorId }) => firstVendorId ?? vendorId))
    const doNotCallPhones = textsOf([...needs.calls, ...repeated].map(({ phoneHash }) => phoneHash!))
    const pending = [...this.verifications.values()].filter(
      ({ verification: its }) =>
        isPending(its) && its.phoneHash !== null && needed.pendingPhones.has(phoneText(its.phoneHash)),
    )
    const loadedIds = new Set([
      ...needs.verificationIds,
      ...pending.map(({ verification }) => verification.id),
    ])
    const notified = new Set([
      ...needs.notifiedServices,
      ...pending.map(({ verification }) => verification.serviceId),
    ])
    const openSteps = new Set(
      [...pick(this.verifications, [...needs.advancedIds]).values()].flatMap(({ verification }) =>
        verification.steps.filter(({ status }) => status === 'started').map(({ vendorId }) => vendorId!),
      ),
    )
    let nextVendorId = this.#nextVendorId
    return {
      nextVendorId: () => nextVendorId++,
      account: (id) => (needs.accountIds.has(id) ? copyOf(this.accounts.get(id)) : undefined),
      spent: (scope, hour) =>
        needed.scopes.has(scope) && hour >= needs.firstHour && hour <= needs.lastHour
          ? (this.spent.get(spendName(scope, hour)) ?? 0)
          : 0,
      lookupHold: (id) => (needs.lookupIds.includes(id) ? this.lookupHolds.get(id) : undefined),
      lookupKey: (id) => (needs.lookupKeyIds.includes(id) ? this.lookupKeys.get(id) : undefined),
      keyOwner: (serviceId, unique) =>
        needed.keys.has(keyName(serviceId, unique))
          ? [...this.calls.values()].find((call) => call.serviceId === serviceId && call.unique === unique)
          : undefined,
      history: (serviceId, phoneHash) => {
        const name = phoneName(serviceId, phoneHash)
        return needed.called.has(name) ? this.limits.get(name) : undefined
      },
      isDoNotCall: (phoneHash) =>
        doNotCallPhones.has(phoneText(phoneHash)) && this.#settings.doNotCall.has(phoneText(phoneHash)),
      call: (id) =>
        needs.repeatedIds.includes(id) || needs.reportedIds.includes(id) || firstIds.has(id)
          ? this.calls.get(id)
          : undefined,
      feedback: (id) => (needs.reportedIds.includes(id) ? this.feedback.get(id) : undefined),
      repeats: (first) => (firstIds.has(first) ? this.#repeatsOf(first) : undefined),
      openCall: (id) => {
        const call = needs.endedIds.has(id) ? this.calls.get(id) : undefined
        return call?.state === 'checking' ? call : undefined
      },
      keptPrice: (id, vendorId) =>
        needs.verificationIds.has(id) ? this.keptPrices.get(vendorId) : undefined,
      waits: (phoneHash) =>
        [...this.waits.values()].flatMap(({ vendorId, confirmationNumber, phoneHash: its }) =>
          needed.waitingPhones.has(phoneText(phoneHash)) && phoneText(its) === phoneText(phoneHash)
            ? { accountId: this.calls.get(vendorId)!.accountId, confirmationNumber }
            : [],
        ),
      verification: (id) => {
        if (!loadedIds.has(id)) throw new NotLoaded({ id })
        const stored = this.verifications.get(id)
        return stored && { stored, wakeAt: this.wakes.get(id) ?? null }
      },
      pendingIds: (phoneHash) => {
        if (!needed.pendingPhones.has(phoneText(phoneHash))) throw new NotLoaded({ phoneHash })
        return pending
          .filter(({ verification: its }) => phoneText(its.phoneHash!) === phoneText(phoneHash))
          .map(({ verification }) => verification.id)
      },
      settledCall: (id) => (openSteps.has(id) ? settledCallOf(this.calls.get(id)) : undefined),
      verificationKey: (serviceId, keyHash) => {
        const name = verificationKeyName(serviceId, keyHash)
        const key = needed.verificationKeys.has(name) ? this.verificationKeys.get(name) : undefined
        return key && { ...key, createdAs: this.verifications.get(key.verificationId)?.createdAs ?? null }
      },
      verificationsFrom: (serviceId, by, source) => {
        const asked = needs.sources.find(
          (each) => each.serviceId === serviceId && each.by === by && each.source === source,
        )
        return asked === undefined ? [] : this.#from(asked)
      },
      pageCalls: (serviceId, client) => {
        const asked = needs.pages.find((each) => each.serviceId === serviceId && each.client === client)
        if (asked === undefined) return []
        return [...this.verifications.values()].flatMap(({ verification: its }) =>
          its.serviceId === serviceId &&
          its.client === client &&
          its.isOfPage &&
          !its.test &&
          its.status !== 'approved' &&
          its.expiresAt > asked.at - hourMs
            ? [[its.id, { startedAt: callStarts(its.steps), expiresAt: its.expiresAt }] as const]
            : [],
        )
      },
      wrongTries: (phoneHash) =>
        needed.triedPhones.has(phoneText(phoneHash)) ? (this.wrongTries.get(phoneText(phoneHash)) ?? []) : [],
      eventTargets: (serviceId) =>
        notified.has(serviceId)
          ? this.#settings.eventTargets.filter((target) => target.serviceId === serviceId)
          : [],
    }
  }

  #repeatsOf(first: number) {
    const ids = this.repeats.filter(({ firstVendorId }) => firstVendorId === first)
    const chain = ids.map(({ vendorId }) => this.calls.get(vendorId)!)
    return { count: chain.length, lastStartedAt: Math.max(0, ...chain.map(({ startedAt }) => startedAt)) }
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
  #write(made: Changes): void {
    for (const wait of made.endedWaits.all) this.waits.delete(waitOf(wait))
    for (const { vendorId } of made.paidPrices.all) this.keptPrices.delete(vendorId)
    for (const { lookupId } of made.endedLookups.all) this.lookupHolds.delete(lookupId)
    for (const { lookupId } of made.removedLookupKeys.all) this.lookupKeys.delete(lookupId)
    for (const key of made.removedKeys.all) this.verificationKeys.delete(keyOf(key))
    const unseen = new Set(made.unseenDeliveries.all.map(({ verificationId }) => verificationId))
    for (const [id, { verificationId }] of this.deliveries)
      if (unseen.has(verificationId!)) this.deliveries.delete(id)

    for (const { verificationId } of made.endedWakes.all) this.wakes.delete(verificationId)
    for (const { verificationId, wakeAt } of made.wakes.all) this.wakes.set(verificationId, wakeAt)
    insert(this.keptPrices, made.keptPrices.all, ({ vendorId }) => vendorId)
    insert(this.lookupHolds, made.lookupHolds.all, ({ lookupId }) => lookupId)
    insert(this.lookupKeys, made.lookupKeys.all, ({ lookupId }) => lookupId)
    insert(this.waits, made.waits.all, waitOf)
    insert(this.verificationKeys, made.verificationKeys.all, keyOf)
    this.entries.push(...made.entries.all)
    for (const { id, ...money } of made.accounts.all) this.accounts.set(id, money)
    for (const { scope, hour, spentUnits } of made.spend.all) {
      const name = spendName(scope, hour)
      this.spent.set(name, (this.spent.get(name) ?? 0) + spentUnits)
    }
    for (const { serviceId, phoneHash, history, endsAt, version } of made.limits.all)
      this.limits.set(phoneName(serviceId, phoneHash), { serviceId, phoneHash, history, endsAt, version })
    this.#writeCalls(made)
    for (const changed of made.verifications.all) {
      const { id } = changed.verification
      const before = this.verifications.get(id)
      if (before !== undefined) this.verifications.set(id, { ...before, ...changed })
    }
    insert(this.verifications, made.newVerifications.all, ({ verification }) => verification.id)
    for (const { vendorId, verificationId } of made.stepCalls.all)
      this.stepCalls.set(vendorId, verificationId)
    for (const { phoneHash, tries } of made.wrongTries.all) this.wrongTries.set(phoneText(phoneHash), tries)
    for (const { vendorId, key } of made.conversions.all)
      if (!isFeedback(key)) insert(this.conversions, [vendorId], () => key)
    for (const said of made.feedback.all) this.feedback.set(said.vendorId, said)
    for (const { key, delivered, approved } of made.conversions.all) {
      const sum = this.reports.get(key) ?? { delivered: 0, approved: 0 }
      if (isFeedback(key))
        this.reports.set(key, { delivered: sum.delivered + delivered, approved: sum.approved + approved })
    }
    for (const delivery of made.deliveries.all)
      if (!this.deliveries.has(delivery.webhookId)) this.deliveries.set(delivery.webhookId, delivery)
  }

  #writeCalls({ calls, ends, costs, repeats, tests }: Changes): void {
    const begun = {
      state: 'checking',
      settledAt: null,
      reason: null,
      details: null,
      callerIdentity: null,
    } as const
    const rows = calls.all.map((call) => ({ ...call, ...begun, costUnits: call.priceUnits }))
    insert(this.calls, rows, ({ vendorId }) => vendorId)
    this.#nextVendorId += rows.length
    for (const { vendorId, completed, settledAt, reason, costUnits, ...said } of ends.all) {
      const call = this.calls.get(vendorId)!
      if (call.state !== 'checking') continue
      const { details = null, callerIdentity = call.callerIdentity } = said
      const state = completed ? 'completed' : 'failed'
      this.calls.set(vendorId, { ...call, state, settledAt, reason, costUnits, details, callerIdentity })
    }
    for (const { vendorId, costUnits } of costs.all)
      this.calls.set(vendorId, { ...this.calls.get(vendorId)!, costUnits })
    this.repeats.push(...repeats.all)
    for (const { vendorId } of tests.all) this.tests.add(vendorId)
  }
}

/** The call of a step whose outcome is open. */
function settledCallOf(call: StoredCall | undefined): SettledCall | 'open' | undefined {
  if (call === undefined) return undefined
  const { state, reason, settledAt, ...rest } = call
  if (state === 'checking') return 'open'
  return { ...rest, completed: state === 'completed', reason: reason!, settledAt: settledAt! }
}

const waitOf = ({ phoneHash, confirmationNumber }: { phoneHash: Uint8Array; confirmationNumber: string }) =>
  waitName(phoneHash, confirmationNumber)
const keyOf = ({ serviceId, keyHash }: Pick<VerificationKey, 'serviceId' | 'keyHash'>) =>
  verificationKeyName(serviceId, keyHash)
const textsOf = (phones: readonly Uint8Array[]) => new Set(phones.map(phoneText))

function pick<K, V>(table: ReadonlyMap<K, V>, keys: Iterable<K>): Map<K, V> {
  const found = new Map<K, V>()
  for (const key of keys) if (table.has(key)) found.set(key, table.get(key)!)
  return found
}

/** A row that a batch changes in place. */
const copyOf = <V extends object>(row: V | undefined) => row && { ...row }

function insert<K, V>(table: Map<K, V>, rows: Iterable<V>, keyOf: (row: V) => K): void {
  for (const row of rows) {
    const key = keyOf(row)
    if (table.has(key)) throw new Error(`unique violation: ${key}`)
    table.set(key, row)
  }
}
