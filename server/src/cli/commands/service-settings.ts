import { inboundLifetime } from '../../accounts/service-settings.ts'
import type { AddressLimits } from '../../books/address-limits.ts'
import { changeService, createService } from '../../operations/services.ts'
import { type DemandedLevel, demandedLevels } from '../../storage/caller-identity.ts'
import type { ServiceSettings, WorkflowRule } from '../../storage/records.ts'
import { fields } from '../columns.ts'
import { defineCommand, one, operand } from '../command.ts'
import { UsageError } from '../failures.ts'
import { findAccount } from '../finding.ts'
import {
  accountName,
  addresses,
  addressLimits,
  countries,
  id,
  oneOf,
  secondsBetween,
  text,
  workflowRules,
  yesOrNo,
} from '../readings.ts'
import { serviceFields, serviceJson } from './service-view.ts'

const { minSeconds, maxSeconds, defaultSeconds } = inboundLifetime

/** Every setting of a service, with the same name for creating and changing. */
const settingOptions = {
  'error-status': one('MODE', 'HTTP status of errors', oneOf('mirror', '200', 'default')),
  profile: one('PROFILE', 'the behaviour that its clients expect', oneOf('standard', 'ucaller', 'default')),
  'bare-test-failure': one(
    'YES|NO',
    'profile ucaller: initCall of 79000000002 is status false without an error',
    yesOrNo,
  ),
  'https-only': one('YES|NO', 'refuse the plain-HTTP address', yesOrNo),
  'allow-addresses': one('LIST', 'addresses that may use the API', addresses),
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
  'caller-level': one(
    'LEVEL',
    'how sure the number of an inbound call must be, low by default',
    oneOf(...demandedLevels),
  ),
  'webhook-caller': one('YES|NO', 'web-hooks contain how sure the number was (callerIdentity)', yesOrNo),
  workflow: one(
    'RULES',
    'steps of /v2 for phones that match, as JSON; [] is flash, then voice',
    workflowRules,
  ),
  'address-limits': one(
    'V,P,C|off',
    'verifications, phones and countries of /v2 that one ip may ask for in an hour',
    addressLimits,
  ),
} as const

interface SettingValues {
  readonly 'error-status': 'mirror' | '200' | 'default' | undefined
  readonly profile: 'standard' | 'ucaller' | 'default' | undefined
  readonly 'bare-test-failure': boolean | undefined
  readonly 'https-only': boolean | undefined
  readonly 'allow-addresses': readonly string[] | undefined
  readonly 'allow-countries': readonly string[] | undefined
  readonly 'inbound-lifetime': number | undefined
  readonly 'legacy-repeats': boolean | undefined
  readonly 'voice-language': 'ru' | 'en' | 'kk' | 'default' | undefined
  readonly 'caller-level': DemandedLevel | undefined
  readonly 'webhook-caller': boolean | undefined
  readonly workflow: readonly WorkflowRule[] | undefined
  readonly 'address-limits': AddressLimits | 'off' | undefined
}

const create = defineCommand({
  words: 'service create',
  summary: 'Create a service; its secret key is shown once',
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
    const context = await open()
    const owner = await findAccount(context, operands.account)
    const { service, secretKey } = await createService(
      {
        ...context,
        random: terminal.random,
        defaultCountries: context.settings.RINGKEY_DEFAULT_COUNTRIES,
      },
      {
        accountId: owner.id,
        name: options.name,
        useDirection: options.use ?? '',
        settings: changesOf(options),
        sealedWebhookSecret: context.webhookSecrets.newSealed(),
      },
    )
    return {
      json: { ...serviceJson(service), secret_key: secretKey },
      text: fields([
        ['Service', service.id],
        ['Secret key', `${secretKey} (shown only now)`],
        ['Header', `Authorization: Bearer ${secretKey}.${service.id}`],
      ]),
    }
  },
})

const set = defineCommand({
  words: 'service set',
  summary: 'Change the settings of a service',
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
    const change = {
      id: operands.service,
      ...(options.name === undefined ? {} : { name: options.name }),
      ...(options.use === undefined ? {} : { useDirection: options.use }),
      ...(options.status === undefined ? {} : { status: options.status }),
      settings: changesOf(options),
    }
    const after = await changeService(await open(), change, given)
    return { json: serviceJson(after), text: fields(serviceFields(after)) }
  },
})

export const serviceSettingCommands = [create, set]

/** Only the typed settings: the store merges them, so that concurrent changes are not undone. */
function changesOf(given: SettingValues): Partial<ServiceSettings> {
  const all = {
    errorStatus: nullForDefault(given['error-status']),
    profile: nullForDefault(given.profile),
    bareTestFailure: given['bare-test-failure'],
    httpsOnly: given['https-only'],
    allowedAddresses: given['allow-addresses'],
    allowedCountries: given['allow-countries'],
    inboundLifetimeSeconds: given['inbound-lifetime'],
    legacyRepeats: given['legacy-repeats'],
    voiceLanguage: nullForDefault(given['voice-language']),
    callerLevel: given['caller-level'],
    webhookCaller: given['webhook-caller'],
    workflow: given.workflow,
    addressLimits: given['address-limits'] === 'off' ? null : given['address-limits'],
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}

function nullForDefault<T extends string>(given: T | 'default' | undefined): T | null | undefined {
  return given === 'default' ? null : given
}
