import { wrongSetting } from '../../accounts/service-settings.ts'
import { expectedOf, namesOf } from '../../fields/field.ts'
import { type ServiceField, serviceFields } from '../../fields/service-fields.ts'
import { type TemplateName, templateNames, workflowTemplates } from '../../fields/workflow-templates.ts'
import { readWritten } from '../../fields/written.ts'
import { perform } from '../../operations/perform.ts'
import { archiveService, changeService, createService } from '../../operations/services.ts'
import type { ServiceSettings } from '../../storage/queries/services.ts'
import { blockedNetworks } from '../../verifications/blocked-networks.ts'
import { fields } from '../columns.ts'
import { one, type Reading } from '../command.ts'
import { UsageError } from '../failures.ts'
import { findService } from '../finding.ts'
import { operationCommand } from '../operation-command.ts'
import { addressLimits, oneOf, workflowRules } from '../readings.ts'
import { serviceJson, serviceLines } from './service.ts'

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
      status: {
        value: 'STATUS',
        about: 'off is error 4, archived error 1004',
        reading: oneOf('active', 'off', 'archived'),
      },
    },
    more: { ...settingOptions, template },
    async adapt(input, { options, open }) {
      input.settings = changesOf(options)
      const { template: chosen, workflow } = options as { template?: TemplateName; workflow?: unknown }
      if (chosen !== undefined && workflow !== undefined)
        throw new UsageError('service set: expected --workflow or --template, not both')
      if (chosen !== undefined) {
        const { store, now } = await open()
        const blocked = await blockedNetworks(store, [input.service], now())
        input.settings = { ...input.settings, workflow: workflowTemplates[chosen](blocked) }
      }
      if (Object.values(options).every((value) => value === undefined))
        throw new UsageError(
          'service set: nothing to change: expected an option, see ringkey service set --help',
        )
      if ((input.status as string | undefined) !== 'archived') return
      delete input.status
      const context = await open()
      const { name } = await findService(context, input.service)
      await perform(context, archiveService, { service: input.service, name })
    },
  },
  async ({ id }, _, context) => {
    const after = await findService(context, id)
    return { json: serviceJson(after), text: fields(serviceLines(after)) }
  },
)

export const serviceSettingCommands = [create, set]
