import * as answers from '../answers.ts'
import { defineMethod } from '../context.ts'
import { Failure } from '../errors.ts'
import { money } from '../money.ts'
import { freePhone, unique } from '../parameters.ts'
import { failureOf, keyIsTaken } from '../refusals.ts'
import { paidLookup } from '../scope-rule.ts'
import { ucallerProvider } from '../ucaller-names.ts'

const invalid = { en: 'The phone number is not valid.', ru: 'Номер телефона недействителен.' }

/** Clients of the API read every field, also of an invalid number. */
const nothingKnown = {
  mobile: 0,
  phone: 0,
  country_iso: '',
  country_code: 0,
  mnc: 0,
  number: 0,
  provider: '',
  company: '',
  country: '',
  region: '',
  city: '',
  phone_format: '',
}

export const checkPhone = defineMethod({
  name: 'checkPhone',
  summary: 'Validate and enrich a phone number.',
  startsWork: true,
  scopes: paidLookup,
  parameters: { phone: freePhone, unique },
  answer: answers.checked,
  async run({ numbering, lookups, catalogue, store }, call) {
    const { values, language } = call
    const { service, account } = call.subscriber
    const source = values.phone
    const phone = numbering.readFreeText(source)
    if (phone === undefined) {
      const owner = await store.account(account.id)
      const balance = money(owner?.balanceUnits ?? 0)
      return { ...nothingKnown, source, error: invalid[language], cost: money(0), balance }
    }
    const tariff = await catalogue.tariff(account.tariff)
    const amountUnits = tariff.priceOf('checkPhone', phone.e164)
    if (amountUnits === undefined) return new Failure(5, { about: 'look-up' }, { retryAfterMs: null })
    const paid = await lookups.ask(phone, {
      accountId: account.id,
      amountUnits,
      caps: catalogue.caps.of(account.id, service.id, phone.e164),
      serviceId: service.id,
      unique: values.unique,
    })
    if (paid.kind === 'refused') return failureOf(paid)
    if (paid.kind === 'key-of-another-phone') return keyIsTaken(paid)
    call.isReplay = paid.kind === 'replayed'
    const details = numbering.describe(phone)
    const asUcaller = call.profile === 'ucaller'
    return {
      source,
      mobile: details.mobile ? 1 : 0,
      phone: Number(phone.e164),
      country_iso: phone.countryIso,
      country_code: phone.callingCode,
      mnc: details.mnc,
      number: Number(phone.national),
      provider: asUcaller ? ucallerProvider(details.provider) : details.provider,
      company: details.company,
      country: numbering.countryName(phone.countryIso, asUcaller ? 'ru' : language),
      region: phone.countryIso === 'RU' ? details.region : '',
      city: details.city,
      phone_format: details.nationalFormat,
      cost: money(paid.kind === 'replayed' ? paid.amountUnits : amountUnits),
      balance: money(paid.balanceUnits),
    }
  },
})
