import { roubles } from '../../books/money.ts'
import * as answers from '../answers.ts'
import { defineMethod } from '../context.ts'
import { Failure } from '../errors.ts'
import { freePhone } from '../parameters.ts'
import { failureOf } from '../refusals.ts'

const invalid = { en: 'The phone number is not valid.', ru: 'Номер телефона недействителен.' }

export const checkPhone = defineMethod({
  name: 'checkPhone',
  summary: 'Validate and enrich a phone number.',
  startsWork: true,
  parameters: { phone: freePhone },
  answer: answers.checked,
  async run(
    { numbering, lookups, catalogue, store },
    { values, subscriber: { service, account }, language },
  ) {
    const source = values.phone
    const phone = numbering.readFreeText(source)
    if (phone === undefined) {
      const owner = await store.account(account.id)
      return { source, error: invalid[language], cost: 0, balance: roubles(owner?.balanceUnits ?? 0) }
    }
    const tariff = await catalogue.tariff(account.tariff)
    const amountUnits = tariff.priceOf('checkPhone', phone.e164)
    if (amountUnits === undefined) return new Failure(5, { about: 'look-up' })
    const paid = await lookups.ask(phone, {
      accountId: account.id,
      amountUnits,
      caps: catalogue.caps.of(account.id, service.id, phone.e164),
    })
    if (paid.kind === 'refused') return failureOf(paid)
    const details = numbering.describe(phone)
    return {
      source,
      mobile: details.mobile ? 1 : 0,
      phone: Number(phone.e164),
      country_iso: phone.countryIso,
      country_code: phone.callingCode,
      mnc: details.mnc,
      number: Number(phone.national),
      provider: details.provider,
      company: details.company,
      country: numbering.countryName(phone.countryIso, language),
      region: details.region,
      city: details.city,
      phone_format: details.nationalFormat,
      cost: roubles(amountUnits),
      balance: roubles(paid.balanceUnits),
    }
  },
})
