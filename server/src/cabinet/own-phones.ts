import { testNumbers } from '../books/test-numbers.ts'
import { maskPhone, type PhoneHasher } from '../calls/phone-privacy.ts'
import type { Numbering, Phone } from '../numbering/phone.ts'
import { limitKey } from '../platform/client-address.ts'
import { type Clock, minuteMs } from '../platform/clock.ts'
import type { AccountRecord } from '../storage/queries/accounts.ts'
import type { Store } from '../storage/store.ts'
import type { Telephony } from '../telephony/telephony.ts'
import { AttemptLimit } from './attempt-limit.ts'
import { Problem, wrongField } from './problem.ts'
import type { Visitor } from './visitor.ts'

/** In 15 minutes, for each account, number and address. */
const maxCalls = 3
const maxTries = 5
const codeMs = 5 * minuteMs
/** One number can confirm a few accounts of one owner, but not a large number of them. */
const maxAccountsOfPhone = 3
/** This call is not a call: it was not requested through the API, is free and is not stored. */
const noVendorId = 0

export interface OwnPhoneDeps {
  readonly store: Store
  readonly clock: Clock
  readonly numbering: Numbering
  readonly hasher: PhoneHasher
  readonly telephony: Telephony
}

/** The phone of the account owner, confirmed with a flash call. The calls are free and therefore limited. */
export class OwnPhones {
  readonly #deps: OwnPhoneDeps
  readonly #limit: AttemptLimit

  constructor(deps: OwnPhoneDeps) {
    this.#deps = deps
    this.#limit = new AttemptLimit(deps.clock, maxCalls)
  }

  /** Rings the phone; the last four digits of the calling number are the code. */
  async call(account: AccountRecord, typed: string, visitor: Visitor): Promise<void> {
    const { store, clock, numbering, hasher, telephony } = this.#deps
    if (account.phoneConfirmed) throw new Problem(409, 'phone-confirmed', 'a phone is confirmed already')
    const phone = numbering.readFreeText(typed)
    const mayRing = (found: Phone) => !testNumbers.has(found.e164) && numbering.classOf(found) === 'ordinary'
    if (phone === undefined || !mayRing(phone)) {
      throw wrongField('phone', 'a phone number such as +79161234567')
    }
    const phoneHash = hasher.hash(phone.e164)
    const keys = [`account ${account.id}`, `phone ${phoneHash.toString('hex')}`, limitKey(visitor.address)]
    const uncount = this.#limit.take(...keys)
    // These two refusals stay counted, because they tell something about the number.
    if (await store.isDoNotCall(phoneHash)) {
      throw new Problem(409, 'do-not-call', 'this number asked not to be called', { field: 'phone' })
    }
    if ((await store.accountsWithPhone({ phoneHash, exceptAccountId: account.id })) >= maxAccountsOfPhone) {
      throw new Problem(409, 'phone-used', 'this number has confirmed other accounts', { field: 'phone' })
    }
    const plan = telephony.plan({
      phone,
      operator: '',
      mode: 'flash',
      code: undefined,
      voiceLanguage: null,
      demo: account.demo,
      accountId: account.id,
    })
    if (plan.kind !== 'planned') {
      uncount()
      throw new Problem(503, 'no-way-to-call', 'the number cannot be called now')
    }
    try {
      await store.awaitOwnPhone({
        accountId: account.id,
        phoneHash,
        phoneMask: maskPhone(phone.e164),
        codeHash: this.#hashCode(account.id, plan.code),
        endsAt: clock.now() + codeMs,
      })
    } catch (error) {
      plan.release()
      uncount()
      throw error
    }
    // The outcome of the call does not matter: a phone that rang has shown the code.
    void plan.place(noVendorId)
  }

  async confirm(account: AccountRecord, code: string): Promise<void> {
    const { store, clock } = this.#deps
    const codeHash = this.#hashCode(account.id, code)
    const outcome = await store.tryOwnPhone({ accountId: account.id, codeHash, maxTries, now: clock.now() })
    if (outcome === 'wrong') throw new Problem(400, 'wrong-code', 'the code is wrong', { field: 'code' })
    if (outcome === 'ended') throw new Problem(409, 'code-ended', 'have the phone called again')
  }

  /** Four digits are guessed from a plain hash at once; the key is not in the database. */
  #hashCode(accountId: number, code: string): string {
    return this.#deps.hasher.hash(`own phone ${accountId} ${code}`).toString('hex')
  }
}
