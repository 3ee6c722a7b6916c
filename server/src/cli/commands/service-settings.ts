import { wrongSetting } from '../../accounts/service-settings.ts'
import { expectedOf, namesOf } from '../../fields/field.ts'
import { type ServiceField, serviceFields } from '../../fields/service-fields.ts'
import { readWritten } from '../../fields/written.ts'
import { perform } from '../../operations/perform.ts'
import { archiveService, changeService, createService } from '../../operations/services.ts'
import type { ServiceSettings } from '../../storage/queries/services.ts'
import { fields } from '../columns.ts'
import { defineCommand, one, operand, type Reading } from '../command.ts'
import { UsageError } from '../failures.ts'
import { findAccount, findService } from '../finding.ts'
import { accountName, addressLimits, id, oneOf, text, workflowRules } from '../readings.ts'
import { serviceJson, serviceLines } from './service-view.ts'

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

const create = defineCommand({
  words: 'service create',
  summary: 'Create a service; its secret key is shown once',
  operands: { account: operand('ACCOUNT', accountName) },
  options: {
    name: one('TEXT', 'its name (required)', text()),
    use: one('TEXT', 'where it is used', text()),
    ...settingOptions,
  },
  async run({ operands, options, open }) {
    if (options.name === undefined) {
      throw new UsageError(`service create: --name is missing: expected ${text().expected}`)
    }
    const context = await open()
    const owner = await findAccount(context, operands.account)
    const operating = { ...context, accountId: owner.id }
    const { id: made, secretKey } = await perform(operating, createService, {
      name: options.name,
      useDirection: options.use ?? '',
      settings: changesOf(options),
    })
    const service = await findService(context, made)
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
    const context = await open()
    const { service } = operands
    const { name, use: useDirection, status } = options
    const settings = changesOf(options)
    if (status === 'archived')
      await perform(context, archiveService, { service, name: (await findService(context, service)).name })
    const texts = {
      ...(name === undefined ? {} : { name }),
      ...(useDirection === undefined ? {} : { useDirection }),
      ...(status === undefined || status === 'archived' ? {} : { status }),
    }
    if (Object.keys({ ...texts, ...settings }).length > 0)
      await perform(context, changeService, { service, ...texts, settings })
    const after = await findService(context, service)
    return { json: serviceJson(after), text: fields(serviceLines(after)) }
  },
})

export const serviceSettingCommands = [create, set]

/** Only the typed settings: the store merges them, so that concurrent changes are not undone. */
function changesOf(given: Readonly<Record<string, unknown>>): Partial<ServiceSettings> {
  const typed = names.map((name) => [name, given[serviceFields[name].option]])
  return Object.fromEntries(typed.filter(([, value]) => value !== undefined))
}
