import type { Subscriber } from '../../accounts/directory.ts'
import type { LookupHeld, LookupRefusal } from '../../books/lookup-hold.ts'
import { moneyText } from '../../books/verification-view.ts'
import type { LookupPart } from '../../calls/paid-lookups.ts'
import type { Phone } from '../../numbering/phone.ts'
import { alwaysPaid } from '../scope-rule.ts'
import * as answers from './answers.ts'
import { phonesExample } from './examples.ts'
import { defineV2, type V2Parts } from './method.ts'
import { Problem } from './problem.ts'
import { refusalProblem } from './refusals.ts'
import { phonesBody } from './schemas.ts'

interface Read {
  readonly source: string
  readonly phone: Phone | undefined
  /** Undefined for a number that is invalid or has no price. */
  readonly part: Part | undefined
  /** Its place in the part. */
  readonly place: number
}

interface Part extends LookupPart {
  readonly phones: Phone[]
  readonly priceText: string
}

/** The facts of `checkPhone`, for many numbers. Only valid numbers are charged. */
export const phones = defineV2<{ phones: string[] }>({
  name: 'lookUpPhones',
  startsWork: true,
  verb: 'POST',
  path: '/v2/phones',
  summary: 'Validate and enrich up to 1,000 phone numbers.',
  scopes: alwaysPaid,
  input: phonesBody,
  answer: { status: 200, schema: answers.phonesFound, example: phonesExample },
  codes: ['insufficient_funds', 'spend_cap', 'no_price'],
  example: { phones: ['8 (916) 123-45-67'] },
  async run(deps, { subscriber, input }) {
    const { numbering, lookups } = deps
    const { read, parts } = await readAll(deps, subscriber, input.phones)
    const first = read[0]!
    if (first.phone !== undefined && first.part === undefined) return new Problem('no_price')
    const held = await lookups.askMany(subscriber.account.id, parts, first.phone !== undefined)
    const heldOf = new Map(parts.map((part, index) => [part, held[index]]))
    const found: object[] = []
    for (const { source, phone, part, place } of read) {
      const paid = part && heldOf.get(part)
      if (phone === undefined) found.push({ source, valid: false, price: nothing })
      else if (part === undefined) found.push({ source, code: 'no_price' })
      else if (paid?.kind === 'held' && place < paid.count)
        found.push(known(numbering, source, phone, part.priceText))
      else {
        const problem = refusalProblem(refusalIn(paid))
        // The lookups that there was money for are answered; the rest contain the reason.
        if (found.length === 0) return problem
        found.push({ source, code: problem.code })
      }
    }
    return { body: { phones: found, currency: 'RUB' } }
  },
})

/** Without an idempotency key a hold is granted or refused. */
function refusalIn(held: LookupHeld | undefined): LookupRefusal {
  if (held?.kind === 'refused') return held
  if (held?.kind === 'held' && held.rest !== undefined) return held.rest
  throw new Error('a lookup without a key was neither held nor refused')
}

const nothing = moneyText(0)

/** Reads the numbers and groups them by price and caps: all of a part are paid at once. */
async function readAll(
  { numbering, catalogue }: V2Parts,
  { service, account }: Subscriber,
  sources: readonly string[],
): Promise<{ readonly read: readonly Read[]; readonly parts: readonly Part[] }> {
  const tariff = await catalogue.tariff(account.tariff)
  const parts = new Map<string, Part>()
  const read = sources.map((source): Read => {
    const phone = numbering.readFreeText(source)
    const amountUnits = phone && tariff.priceOf('checkPhone', phone.e164)
    if (phone === undefined || amountUnits === undefined) return { source, phone, part: undefined, place: 0 }
    const caps = catalogue.caps.of(account.id, service.id, phone.e164)
    const name = `${amountUnits} ${caps.map(({ scope }) => scope).join(' ')}`
    const part = parts.get(name) ?? { amountUnits, caps, phones: [], priceText: moneyText(amountUnits) }
    parts.set(name, part)
    return { source, phone, part, place: part.phones.push(phone) - 1 }
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
