import { type TObject, Type } from 'typebox'
import { serviceSettingsSchema, wrongSetting } from '../accounts/service-settings.ts'
import { roubles } from '../books/money.ts'
import { ownersScope } from '../books/spend-caps.ts'
import * as accounts from '../operations/accounts.ts'
import { changeWording } from '../operations/consent.ts'
import { changeDialect } from '../operations/dialects.ts'
import { saveParty } from '../operations/party.ts'
import { addKey, changeKey, revokeKey } from '../operations/service-keys.ts'
import { archiveService, changeService, createService } from '../operations/services.ts'
import { setOwnersCap, setSpendCap } from '../operations/spend-caps.ts'
import { pick } from '../platform/pick.ts'
import type { DialectRecord } from '../storage/queries/dialects.ts'
import { bounds, capOf, normalBounds } from './money-nouns.ts'
import { type Change, type Found, membersOf, type Noun, named, partOf, shape, type Values } from './noun.ts'
import { endpointNoun, gatewayNoun, hookNoun, oidcClientNoun } from './service-nouns.ts'

const keyNoun: Noun = {
  plural: 'keys',
  about: 'An additional key of a service',
  name: Type.String({ minLength: 1, maxLength: 104 }),
  value: shape(membersOf(addKey, 'service')),
  hasCredential: true,
  scopes: { put: ['accounts'], remove: ['accounts'] },
  async list({ store }, service) {
    const keys = (await store.furtherKeys(Number(service!.id))).filter(({ endsAt }) => endsAt === null)
    return named(keys, 'name', (key) => key.name).map(({ record: { id, scope }, name, given }) => ({
      name,
      id,
      value: { ...given, scope },
    }))
  },
  async put({ run, name, parent, before }, value) {
    const service = parent!.id
    if (before === undefined)
      return (await run(addKey, { service, name, scope: 'all', ...value }, parent!.accountId)).id
    await run(changeKey, { service, key: before.id, ...value }, parent!.accountId)
    return before.id
  },
  remove: ({ run, parent, before }) =>
    run(revokeKey, { service: parent!.id, key: before.id }, parent!.accountId),
}

const dialectMembers = membersOf(changeDialect, 'service', 'keep', 'publicKey')

const serviceNoun: Noun = {
  plural: 'services',
  about: 'A service of an account',
  name: Type.String({ minLength: 1, maxLength: 104, expected: 'the name of a service' }),
  value: shape({
    ...membersOf(changeService, 'service', 'settings'),
    settings: Type.Partial(serviceSettingsSchema) as TObject,
    ...bounds,
    ownersLimits: shape(membersOf(setOwnersCap, 'service')),
    dialect: shape(dialectMembers),
    consent: membersOf(changeWording, 'service').wording!,
  }),
  hasCredential: true,
  scopes: { put: ['accounts'], remove: ['dangerous'] },
  below: [keyNoun, hookNoun, gatewayNoun, endpointNoun, oidcClientNoun],
  fault: ({ settings = {} }) => wrongSetting(Object(settings)),
  normal: normalBounds,
  async list({ store }, account) {
    const all = (await store.services(Number(account!.id))).filter(({ status }) => status !== 'archived')
    const found = named(all, 'name', (service) => service.name).map(async ({ record, name, given }) => {
      const { id, useDirection, status, settings, accountId } = record
      const dialect = await store.dialectOf(id)
      const wording = (await store.consentTexts(id)).at(-1)?.wording
      const value = {
        ...given,
        useDirection,
        status,
        settings,
        ...(await capOf(store, `service:${id}`)),
        ownersLimits: await ownersLimitsOf(store, id),
        dialect: { dialect: 'none', ...(dialect && dialectOf(dialect)) },
        ...(wording === undefined ? {} : { consent: wording }),
      }
      return { name, id, accountId, value }
    })
    return Promise.all(found)
  },
  async put(change, { ownersLimits, dialect, consent, ...value }) {
    const { name, parent, before } = change
    const accountId = Number(parent!.id)
    const run: Change['run'] = (operation, input) => change.run(operation, input, accountId)
    const service: number =
      (before?.id as number | undefined) ??
      (await run(createService, { name, ...partOf(value, 'name', 'useDirection', 'settings') })).id
    const others = partOf(value, 'name', 'useDirection', 'status', 'settings')
    const rest = before === undefined ? partOf(others, 'status') : others
    if (Object.keys(rest).length > 0) await run(changeService, { service, ...rest })
    const cap = partOf(value, 'perHour', 'perDay')
    if (Object.keys(cap).length > 0) await run(setSpendCap, { scope: `service:${service}`, ...cap })
    if (ownersLimits !== undefined) {
      const own = { ...(await ownersLimitsOf(change.context.store, service)), ...ownersLimits }
      await run(setOwnersCap, { service, ...own })
    }
    if (dialect !== undefined) await putDialect(change, run, service, dialect as Values)
    if (consent !== undefined) await run(changeWording, { service, wording: consent })
    return service
  },
  remove: ({ run, before, parent, name }) =>
    run(archiveService, { service: before.id, name: before.value.name ?? name }, Number(parent!.id)),
}

/** A service that speaks the dialect already keeps its credential. */
async function putDialect({ before }: Change, run: Change['run'], service: number, value: Values) {
  const spoken = before?.value.dialect as Values | undefined
  const wanted = { ...spoken, ...value }
  if (wanted.dialect === 'none' && (spoken?.dialect ?? 'none') === 'none') return
  const keep = wanted.dialect !== 'none' && wanted.dialect === spoken?.dialect
  const members = partOf(wanted, ...(dialectSettings[String(wanted.dialect)] ?? []))
  await run(changeDialect, { service, dialect: wanted.dialect, ...members, keep })
}

/** What can be set of a dialect; of the others nothing. */
const dialectSettings: Readonly<Record<string, readonly string[]>> = {
  'sms.ru': ['types', 'callback'],
  'vonage-verify': ['callback'],
}

const dialectOf = ({ dialect, types, callbackUrl: callback }: DialectRecord) => ({
  dialect,
  ...partOf({ types, callback }, ...(dialectSettings[dialect] ?? [])),
})

async function ownersLimitsOf(store: Change['context']['store'], service: number): Promise<Values> {
  const cap = (await store.spendCaps()).find(({ scope }) => scope === ownersScope(service))
  return { perHour: roubles(cap?.perHourUnits ?? 0) || null, perDay: roubles(cap?.perDayUnits ?? 0) || null }
}

export const accountNoun: Noun = {
  plural: 'accounts',
  about: 'An account',
  name: membersOf(accounts.createAccount).email!,
  value: shape({
    ...membersOf(accounts.setAccountTariff, 'account'),
    ...membersOf(accounts.setAccountStatus, 'account'),
    ...membersOf(accounts.setTimeZone),
    phoneConfirmed: membersOf(accounts.setPhoneConfirmed).confirmed!,
    ...membersOf(saveParty, 'account'),
    ...bounds,
  }),
  hasCredential: true,
  scopes: { put: ['accounts', 'money'], remove: ['dangerous'] },
  below: [serviceNoun],
  normal: normalBounds,
  async list({ store }) {
    // A closed account has no address any more.
    const all = (await store.accounts()).filter(({ demo, email }) => !demo && email.includes('@'))
    return Promise.all(
      all.map(async (account): Promise<Found> => {
        const { id, email } = account
        const details = await store.party(id)
        const value = {
          ...pick(account, 'tariff', 'status', 'timeZone', 'phoneConfirmed'),
          details,
          ...(await capOf(store, `account:${id}`)),
        }
        return { name: email, id, accountId: id, value }
      }),
    )
  },
  async put({ run, name: email, before }, value) {
    const account: number =
      (before?.id as number | undefined) ??
      (await run(accounts.createAccount, { email, ...partOf(value, 'tariff') })).id
    const { tariff, status, timeZone, phoneConfirmed, details } = value
    if (before !== undefined && tariff !== undefined)
      await run(accounts.setAccountTariff, { account, tariff })
    if (status !== undefined) await run(accounts.setAccountStatus, { account, status })
    if (timeZone !== undefined) await run(accounts.setTimeZone, { timeZone }, account)
    if (phoneConfirmed !== undefined)
      await run(accounts.setPhoneConfirmed, { account, confirmed: phoneConfirmed })
    if (details !== undefined) await run(saveParty, { account, details })
    const cap = partOf(value, 'perHour', 'perDay')
    if (Object.keys(cap).length > 0) await run(setSpendCap, { scope: `account:${account}`, ...cap })
    return account
  },
  /** An account with money is refused. */
  remove: ({ run, name: email, before }) =>
    run(accounts.closeAccount, { email, giveUpMoney: false }, Number(before.id)),
}
