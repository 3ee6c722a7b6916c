import { hashKey, newSecretKey } from '../../accounts/secret-key.ts'
import { defaultSettings, faultIn, inboundLifetime } from '../../accounts/service-settings.ts'
import type { ServiceSettings } from '../../storage/records.ts'
import type { ServiceChange } from '../../storage/store.ts'
import { fields } from '../columns.ts'
import { defineCommand, one, operand } from '../command.ts'
import { UsageError } from '../failures.ts'
import { findAccount, findService } from '../finding.ts'
import { accountName, addresses, countries, id, oneOf, secondsBetween, text, yesOrNo } from '../readings.ts'
import { serviceFields, serviceJson } from './service-view.ts'

const { minSeconds, maxSeconds, defaultSeconds } = inboundLifetime

/** Every setting of a service, named the same when it is made and when it is changed. */
const settingOptions = {
  'error-status': one('MODE', 'HTTP status of errors', oneOf('mirror', '200', 'default')),
  'https-only': one('YES|NO', 'refuse the plain-HTTP address', yesOrNo),
  'allow-addresses': one('LIST', 'who may call the interface', addresses),
  'allow-countries': one('LIST', 'countries that may be called', countries),
  'inbound-lifetime': one(
    'SECONDS',
    `how long an inbound request waits, at first ${defaultSeconds}`,
    secondsBetween(minSeconds, maxSeconds),
  ),
  'legacy-repeats': one('YES|NO', 'offer the free repeats of initRepeat', yesOrNo),
  'voice-language': one(
    'LANGUAGE',
    'of the spoken code; default is the language of the called country',
    oneOf('ru', 'en', 'kk', 'default'),
  ),
} as const

interface SettingValues {
  readonly 'error-status': 'mirror' | '200' | 'default' | undefined
  readonly 'https-only': boolean | undefined
  readonly 'allow-addresses': readonly string[] | undefined
  readonly 'allow-countries': readonly string[] | undefined
  readonly 'inbound-lifetime': number | undefined
  readonly 'legacy-repeats': boolean | undefined
  readonly 'voice-language': 'ru' | 'en' | 'kk' | 'default' | undefined
}

const create = defineCommand({
  words: 'service create',
  summary: 'Make a service; its secret key is shown once',
  operands: { account: operand('ACCOUNT', accountName) },
  options: {
    name: one('TEXT', 'its name (required)', text()),
    use: one('TEXT', 'where it is used', text()),
    ...settingOptions,
  },
  async run({ operands, options, open, terminal }) {
    if (options.name === undefined) {
      throw new UsageError(`service create: --name is missing: expected ${text().expected}`)
    }
    const settings = changed(defaultSettings, options)
    const desk = await open()
    const owner = await findAccount(desk, operands.account)
    const key = newSecretKey(terminal.random)
    const service = await desk.store.createService({
      accountId: owner.id,
      name: options.name,
      useDirection: options.use ?? '',
      keyHash: hashKey(key),
      settings,
      at: desk.now(),
    })
    await desk.note(owner.id, `service ${service!.id} created`)
    return {
      json: { ...serviceJson(service!), secret_key: key },
      text: fields([
        ['Service', service!.id],
        ['Secret key', `${key} (shown only now)`],
        ['Header', `Authorization: Bearer ${key}.${service!.id}`],
      ]),
    }
  },
})

const set = defineCommand({
  words: 'service set',
  summary: 'Change what a service is and may do',
  operands: { service: operand('SERVICE', id) },
  options: {
    name: one('TEXT', 'its name', text()),
    use: one('TEXT', 'where it is used', text()),
    status: one('STATUS', 'off is error 4, archived error 1004', oneOf('active', 'off', 'archived')),
    ...settingOptions,
  },
  async run({ operands, options, open }) {
    const given = Object.entries(options).flatMap(([name, value]) => (value === undefined ? [] : [name]))
    if (given.length === 0) {
      throw new UsageError(
        'service set: nothing to change: expected an option, see ringkey service set --help',
      )
    }
    const desk = await open()
    const before = await findService(desk, operands.service)
    const change: ServiceChange = {
      id: before.id,
      ...(options.name === undefined ? {} : { name: options.name }),
      ...(options.use === undefined ? {} : { useDirection: options.use }),
      ...(options.status === undefined ? {} : { status: options.status }),
      settings: changed(before.settings, options),
      at: desk.now(),
    }
    await desk.store.changeService(change)
    await desk.note(before.accountId, `service ${before.id} changed: ${given.join(', ')}`)
    const after = { ...before, ...change, settings: changed(before.settings, options) }
    return { json: serviceJson(after), text: fields(serviceFields(after)) }
  },
})

export const serviceSettingCommands = [create, set]

function changed(settings: ServiceSettings, given: SettingValues): ServiceSettings {
  const after: ServiceSettings = {
    errorStatus: unlessDefault(given['error-status'], settings.errorStatus),
    httpsOnly: given['https-only'] ?? settings.httpsOnly,
    allowedAddresses: given['allow-addresses'] ?? settings.allowedAddresses,
    allowedCountries: given['allow-countries'] ?? settings.allowedCountries,
    inboundLifetimeSeconds: given['inbound-lifetime'] ?? settings.inboundLifetimeSeconds,
    legacyRepeats: given['legacy-repeats'] ?? settings.legacyRepeats,
    voiceLanguage: unlessDefault(given['voice-language'], settings.voiceLanguage),
  }
  const fault = faultIn(after)
  if (fault !== undefined) throw new UsageError(fault)
  return after
}

function unlessDefault<T>(given: T | 'default' | undefined, before: T | null): T | null {
  if (given === undefined) return before
  return given === 'default' ? null : given
}
