import { readFileSync } from 'node:fs'
import { wrongSetting } from '../../accounts/service-settings.ts'
import type { AddressLimits } from '../../books/address-limits.ts'
import { expectedOf, namesOf, noneOf } from '../../fields/field.ts'
import { type ServiceField, serviceFields } from '../../fields/service-fields.ts'
import { type TemplateName, templateNames, workflowTemplates } from '../../fields/workflow-templates.ts'
import { readWritten, writtenValue } from '../../fields/written.ts'
import { changeDialect } from '../../operations/dialects.ts'
import { archiveService, changeService, createService, withoutKeys } from '../../operations/services.ts'
import type { ServiceRecord, ServiceSettings, WorkflowRule } from '../../storage/queries/services.ts'
import { poorNetworks } from '../../verifications/poor-networks.ts'
import { fields, listing } from '../columns.ts'
import { defineCommand, flag, one, operand, type Reading } from '../command.ts'
import { confirm } from '../confirm.ts'
import { UsageError } from '../failures.ts'
import { findAccount, findService } from '../finding.ts'
import { operationCommand } from '../operation-command.ts'
import { accountName, addressLimits, oneOf, serviceId, workflowRules } from '../readings.ts'
import { utcText } from '../wording.ts'

type Name = keyof ServiceSettings
const names: readonly Name[] = namesOf(serviceFields)

const ownReadings: Partial<Record<Name, Reading<unknown>>> = { workflow: workflowRules, addressLimits }

/** Every setting of a service, with the same name for creating and changing. */
const settingOptions = Object.fromEntries(
  names.map((name) => {
    const { option, en }: ServiceField = serviceFields[name]
    return [option, one('VALUE', en[0], ownReadings[name] ?? readingOf(name))]
  }),
)

function readingOf(name: Name): Reading<unknown> {
  const field: ServiceField = serviceFields[name]
  return {
    expected: expectedOf(field.value),
    read(typed) {
      const value = readWritten(field, typed)
      return wrongSetting({ [name]: value }) === undefined ? value : undefined
    },
  }
}

/** Only the typed settings: the store merges them, so that concurrent changes are not undone. */
function changesOf(given: Readonly<Record<string, unknown>>): Partial<ServiceSettings> {
  const typed = names.map((name) => [name, given[serviceFields[name].option]])
  return Object.fromEntries(typed.filter(([, value]) => value !== undefined))
}

const template = one(
  'TEMPLATE',
  'a ready-made workflow: by-network is inbound for networks where flash was not delivered for a day, else flash first',
  oneOf(...templateNames),
)

const create = operationCommand(
  createService,
  {
    words: 'service create',
    operands: { account: 'ACCOUNT' },
    options: { name: { about: 'its name (required)' }, useDirection: { name: 'use' } },
    more: settingOptions,
    adapt(input, { options }) {
      input.settings = changesOf(options)
    },
  },
  async ({ id, secretKey }, _, context) => ({
    json: { ...serviceJson(await findService(context, id)), secret_key: secretKey },
    text: fields([
      ['Service', id],
      ['Secret key', `${secretKey} (shown only now)`],
      ['Header', `Authorization: Bearer ${secretKey}.${id}`],
    ]),
  }),
)

const set = operationCommand(
  changeService,
  {
    words: 'service set',
    operands: { service: 'SERVICE' },
    options: {
      useDirection: { name: 'use' },
      status: { about: 'off is error 4; either value also restores an archived service' },
    },
    more: { ...settingOptions, template },
    async adapt(input, { options, open }) {
      input.settings = changesOf(options)
      const { template: chosen, workflow } = options as { template?: TemplateName; workflow?: unknown }
      if (chosen !== undefined && workflow !== undefined)
        throw new UsageError('service set: expected --workflow or --template, not both')
      if (chosen !== undefined) {
        const { store, now } = await open()
        const blocked = await poorNetworks(store, [input.service], now())
        input.settings = { ...input.settings, workflow: workflowTemplates[chosen](blocked) }
      }
      if (Object.values(options).every((value) => value === undefined))
        throw new UsageError(
          'service set: nothing to change: expected an option, see ringkey service set --help',
        )
    },
  },
  async ({ id }, _, context) => {
    const after = await findService(context, id)
    return { json: serviceJson(after), text: fields(serviceLines(after)) }
  },
)

const archive = operationCommand(
  archiveService,
  {
    words: 'service archive',
    operands: { service: 'SERVICE' },
    // The person at the keyboard is asked for it, or has said --yes.
    fixed: { name: '' },
    more: { yes: flag('do not ask') },
    async adapt(input, { options, terminal, open }) {
      const { id: service, name } = await findService(await open(), input.service)
      input.name = name
      const question = `Requests of service ${service} (${name}) will be refused (error 1004). Archive it?`
      if (!options.yes) await confirm(terminal, 'service archive', question)
    },
  },
  async ({ id }, _, context) => {
    const after = await findService(context, id)
    return { json: serviceJson(after), text: `Service ${id} (${after.name}) is archived.` }
  },
)

const list = defineCommand({
  words: 'service list',
  summary: 'Show services, of all accounts or of one',
  options: { account: one('ACCOUNT', 'only those of this account', accountName) },
  async run({ options, open }) {
    const context = await open()
    const owner = options.account === undefined ? null : (await findAccount(context, options.account)).id
    return listing(
      await context.store.services(owner),
      'There is no service: ringkey service create ACCOUNT --name NAME',
      {
        ID: 'id',
        ACCOUNT: 'accountId',
        NAME: 'name',
        STATUS: 'status',
        'LAST REQUEST (UTC)': 'lastRequestAt',
        'CREATED (UTC)': 'createdAt',
      },
      serviceJson,
    )
  },
})

const show = defineCommand({
  words: 'service show',
  summary: 'Show a service with all its settings',
  operands: { service: operand('SERVICE', serviceId) },
  async run({ operands, open }) {
    const service = await findService(await open(), operands.service)
    return { json: serviceJson(service), text: fields(serviceLines(service)) }
  },
})

const pemFile: Reading<string> = {
  expected: 'a file with a public key in PEM',
  read: (file) => readFileSync(file, 'utf8'),
}

const dialect = operationCommand(
  changeDialect,
  {
    words: 'service dialect',
    operands: { service: 'SERVICE', dialect: 'sms.ru|zvonok|smsc|twilio-verify|vonage-verify|none' },
    flags: ['keep'],
    options: { callback: { value: 'URL' }, publicKey: { value: 'FILE', reading: pemFile } },
  },
  ({ dialect: spoken, credential }, { service }) => {
    const shown = typeof credential === 'string' ? { credential } : (credential ?? {})
    const lines = Object.entries(shown).map(([name, value]) => `${name} ${value}`)
    const said =
      spoken === 'none' ? `Service ${service} speaks no dialect.` : `Service ${service} speaks ${spoken}.`
    const once = credential === null ? [] : ['What is new is shown only here; what it replaces has ended.']
    return { json: { dialect: spoken, credential }, text: [said, ...lines, ...once].join('\n') }
  },
)

export const serviceCommands = [create, set, archive, list, show, dialect]

/** A service as the commands show it: everything except its keys. */
function serviceJson(service: ServiceRecord) {
  const settings = namesOf(serviceFields).map((name) => {
    const { option, value } = serviceFields[name]
    return [option.replaceAll('-', '_'), service.settings[name] ?? noneOf(value)]
  })
  const { settings: _, ...about } = withoutKeys(service)
  return { ...about, ...Object.fromEntries(settings) }
}

/** Settings have the name of their option. */
function serviceLines(service: ServiceRecord): [string, string | number][] {
  const { settings } = service
  const own = { workflow: workflowText(settings.workflow), addressLimits: limitsText(settings.addressLimits) }
  const written = { ...settings, ...own }
  return [
    ['Service', service.id],
    ['Account', service.accountId],
    ['Name', service.name],
    ['Used for', service.useDirection],
    ['Status', service.status],
    ...namesOf(serviceFields).map((name): [string, string] => [
      serviceFields[name].option,
      writtenValue(serviceFields[name], written[name]),
    ]),
    ['Old key ends', service.previousKeyHash === null ? '-' : utcText(service.previousKeyEndsAt)],
    ['Last request', utcText(service.lastRequestAt)],
    ['Created', utcText(service.createdAt)],
  ]
}

function workflowText(rules: readonly WorkflowRule[]): string {
  const lines = rules.map(({ match, steps }) => {
    const phones = [match.country, match.operator, match.prefix].filter((part) => part !== undefined)
    const modes = steps.map(({ mode, seconds }) => `${mode} ${seconds} s`)
    return `${phones.join(' ') || 'all others'}: ${modes.join(', ')}`
  })
  return lines.join('; ') || 'default'
}

function limitsText(limits: AddressLimits | null): string {
  if (limits === null) return 'off'
  const { verifications, phones, countries } = limits
  return `${verifications} verifications, ${phones} phones, ${countries} countries an hour`
}
