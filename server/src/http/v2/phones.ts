import type { Subscriber } from '../../accounts/directory.ts'
import type { LookupHeld, LookupRefusal } from '../../books/lookup-hold.ts'
import { roublesText } from '../../books/money.ts'
import type { LookupPart } from '../../calls/paid-lookups.ts'
import type { Phone } from '../../numbering/phone.ts'
import { sha256 } from '../../platform/sha256.ts'
import { paidLookup } from '../scope-rule.ts'
import * as answers from './answers.ts'
import { phonesExample } from './examples.ts'
import { defineV2, type V2Parts } from './method.ts'
import { Problem } from './problem.ts'
import { refusalProblem } from './refusals.ts'
import { maxFreePhone, phonesBody } from './schemas.ts'

interface Read {
  readonly source: string
  readonly phone: Phone | undefined
  /** Undefined for a number that is invalid or has no price. */
  readonly part: Part | undefined
  /** Its place in the part. */
  readonly place: number
  /** The same number stands before it: it is looked up and charged once. */
  readonly isRepeated: boolean
}

interface Part extends LookupPart {
  readonly phones: Phone[]
  readonly priceText: string
}

/** The facts of `checkPhone`, for many numbers. Only valid numbers are charged. */
export const phones = defineV2<{ phones: unknown[] }>({
  name: 'lookUpPhones',
  startsWork: true,
  verb: 'POST',
  path: '/v2/phones',
  maxBodyBytes: 64 * 1024,
  isIdempotent: true,
  summary: 'Validate and enrich up to 1,000 phone numbers.',
  scopes: paidLookup,
  input: phonesBody,
  answer: { status: 200, schema: answers.phonesFound, example: phonesExample },
  codes: ['insufficient_funds', 'spend_cap', 'no_price', 'not_a_number', 'idempotency_key_reused'],
  example: { phones: ['8 (916) 123-45-67'] },
  async run(deps, { subscriber, input, rawBody, idempotencyKey }) {
    const { numbering, lookups, installation } = deps
    const { read, parts } = await readAll(deps, subscriber, input.phones)
    const first = read[0]!
    if (first.phone !== undefined && first.part === undefined) return new Problem('no_price')
    const terms = {
      accountId: subscriber.account.id,
      serviceId: subscriber.service.id,
      key:
        idempotencyKey === undefined
          ? null
          : { idempotencyKey, bodyHash: sha256(rawBody).toString('base64url').slice(0, 32) },
      isFirstNeeded: first.phone !== undefined,
    }
    const { kind, parts: held } = await lookups.askMany(terms, parts)
    if (kind === 'key-of-another-phone') return new Problem('idempotency_key_reused')
    const heldOf = new Map(parts.map((part, index) => [part, held[index]]))
    const found: object[] = []
    for (const { source, phone, part, place, isRepeated } of read) {
      const paid = part && heldOf.get(part)
      if (phone === undefined) found.push({ source, valid: false, code: 'not_a_number', price: nothing })
      else if (part === undefined) found.push({ source, code: 'no_price' })
      else if (paid !== undefined && 'count' in paid && place < paid.count)
        found.push(known(numbering, source, phone, isRepeated ? nothing : priceOf(paid, part)))
      else {
        const problem = refusalProblem(refusalIn(paid))
        // The lookups that there was money for are answered; the rest contain the reason.
        if (found.length === 0) return problem
        found.push({ source, code: problem.code })
      }
    }
    return {
      headers: kind === 'replayed' ? ['Idempotency-Replayed', 'true'] : [],
      body: { phones: found, currency: installation.currency },
    }
  },
})

/** Why a number was not looked up. A repeat does not know why the first request stopped where it did: at the funds or a cap. */
function refusalIn(held: LookupHeld | undefined): LookupRefusal {
  if (held?.kind === 'refused') return held
  if (held?.kind === 'held' && held.rest !== undefined) return held.rest
  return { why: 'funds', retryAfterMs: 0 }
}

/** A repeat shows the price of the first request. */
const priceOf = (paid: LookupHeld, { priceText }: Part) =>
  paid.kind === 'replayed' ? roublesText(paid.amountUnits) : priceText

const nothing = roublesText(0)

/** Reads the numbers and groups them by price and caps: all of a part are paid at once. */
async function readAll(
  { numbering, catalogue }: V2Parts,
  { service, account }: Subscriber,
  entries: readonly unknown[],
): Promise<{ readonly read: readonly Read[]; readonly parts: readonly Part[] }> {
  const tariff = await catalogue.tariff(account.tariff)
  const parts = new Map<string, Part>()
  const before = new Map<string, Read>()
  const read = entries.map((entry): Read => {
    const source = typeof entry === 'string' ? entry : JSON.stringify(entry)
    const isText = typeof entry === 'string' && entry.length <= maxFreePhone
    const phone = isText ? numbering.readFreeText(source) : undefined
    const same = phone && before.get(phone.e164)
    if (same !== undefined) return { ...same, source, isRepeated: true }
    const amountUnits = phone && tariff.priceOf('checkPhone', phone.e164)
    if (phone === undefined || amountUnits === undefined)
      return { source, phone, part: undefined, place: 0, isRepeated: false }
    const caps = catalogue.caps.of(account.id, service.id, phone.e164)
    const name = `${amountUnits} ${caps.map(({ scope }) => scope).join(' ')}`
    const part = parts.get(name) ?? { amountUnits, caps, phones: [], priceText: roublesText(amountUnits) }
    parts.set(name, part)
    const its = { source, phone, part, place: part.phones.push(phone) - 1, isRepeated: false }
    before.set(phone.e164, its)
    return its
  })
  return { read, parts: [...parts.values()] }
}

function known(numbering: V2Parts['numbering'], source: string, phone: Phone, price: string): object {
  const details = numbering.describe(phone)
  const orNull = <T>(value: T, empty: T) => (value === empty ? null : value)
  return {
    source,
    valid: true,
    phone: `+${phone.e164}`,
    country: orNull(phone.countryIso, ''),
    mobile: details.mobile,
    class: numbering.classOf(phone),
    operator: orNull(details.provider, ''),
    company: orNull(details.company, ''),
    ported: details.portedTo !== '',
    region: orNull(details.region, ''),
    city: orNull(details.city, ''),
    national_format: details.nationalFormat,
    price,
  }
}
