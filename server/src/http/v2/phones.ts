import type { Subscriber } from '../../accounts/directory.ts'
import type { Refused } from '../../books/admission.ts'
import { moneyText } from '../../books/phone-view.ts'
import type { Phone } from '../../numbering/phone.ts'
import { alwaysPaid } from '../scope-rule.ts'
import * as answers from './answers.ts'
import { defineV2, type V2Parts } from './method.ts'
import { Problem } from './problem.ts'
import { refusalProblem } from './refusals.ts'
import { phonesBody } from './schemas.ts'

/** Concurrent paid lookups. */
const atOnce = 25

/** The facts of `checkPhone`, for many numbers. Only valid numbers are charged. */
export const phones = defineV2<{ phones: string[] }>({
  name: 'lookUpPhones',
  startsWork: true,
  verb: 'POST',
  path: '/v2/phones',
  summary: 'Validate and enrich up to 1,000 phone numbers.',
  scopes: alwaysPaid,
  input: phonesBody,
  answer: { status: 200, schema: answers.phonesFound },
  example: { phones: ['8 (916) 123-45-67'] },
  async run(deps, { subscriber, input }) {
    const found: object[] = []
    for (let from = 0; from < input.phones.length; from += atOnce) {
      const some = input.phones.slice(from, from + atOnce)
      const answers = await Promise.all(some.map((source) => lookUp(deps, subscriber, source)))
      for (const answer of answers) {
        // Lookups that were done before the money ran out are answered; the rest contain the reason.
        if (answer instanceof Problem && found.length === 0) return answer
        found.push(
          answer instanceof Problem ? { source: some[found.length - from], code: answer.code } : answer,
        )
      }
    }
    return { body: { phones: found, currency: 'RUB' } }
  },
})

async function lookUp(
  { numbering, catalogue, lookups }: V2Parts,
  { service, account }: Subscriber,
  source: string,
): Promise<object | Problem> {
  const phone = numbering.readFreeText(source)
  if (phone === undefined) return { source, valid: false, price: moneyText(0) }
  const tariff = await catalogue.tariff(account.tariff)
  const amountUnits = tariff.priceOf('checkPhone', phone.e164)
  if (amountUnits === undefined) return new Problem('no_price')
  const paid = await lookups.ask(phone, {
    accountId: account.id,
    amountUnits,
    caps: catalogue.caps.of(account.id, service.id, phone.e164),
    serviceId: service.id,
    unique: null,
  })
  if (paid.kind === 'refused') return refusalProblem(paid as Refused)
  return { source, valid: true, ...known(numbering, phone), price: moneyText(amountUnits) }
}

function known(numbering: V2Parts['numbering'], phone: Phone): object {
  const details = numbering.describe(phone)
  const orNull = <T>(value: T, empty: T) => (value === empty ? null : value)
  return {
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
  }
}
