import type { AddressLimits } from '../../books/address-limits.ts'
import { namesOf, noneOf } from '../../fields/field.ts'
import { serviceFields } from '../../fields/service-fields.ts'
import { writtenValue } from '../../fields/written.ts'
import type { ServiceRecord, WorkflowRule } from '../../storage/queries/services.ts'
import { fields, table } from '../columns.ts'
import { defineCommand, one, operand } from '../command.ts'
import { findAccount, findService } from '../finding.ts'
import { accountName, id } from '../readings.ts'
import { isoTime, timeText } from '../wording.ts'

const list = defineCommand({
  words: 'service list',
  summary: 'Show services, of all accounts or of one',
  options: { account: one('ACCOUNT', 'only those of this account', accountName) },
  async run({ options, open }) {
    const context = await open()
    const owner = options.account === undefined ? null : (await findAccount(context, options.account)).id
    const services = await context.store.services(owner)
    const rows = services.map((service) => [
      service.id,
      service.accountId,
      service.name,
      service.status,
      timeText(service.lastRequestAt),
      timeText(service.createdAt),
    ])
    return {
      json: services.map(serviceJson),
      text: table(
        ['ID', 'ACCOUNT', 'NAME', 'STATUS', 'LAST REQUEST (UTC)', 'CREATED (UTC)'],
        rows,
        'There is no service: ringkey service create ACCOUNT --name NAME',
      ),
    }
  },
})

const show = defineCommand({
  words: 'service show',
  summary: 'Show a service with all its settings',
  operands: { service: operand('SERVICE', id) },
  async run({ operands, open }) {
    const service = await findService(await open(), operands.service)
    return { json: serviceJson(service), text: fields(serviceLines(service)) }
  },
})

export const serviceCommands = [list, show]

/** A service as the commands show it: everything except its keys. */

export function serviceJson(service: ServiceRecord) {
  const settings = namesOf(serviceFields).map((name) => {
    const { option, value } = serviceFields[name]
    return [option.replaceAll('-', '_'), service.settings[name] ?? noneOf(value)]
  })
  return {
    id: service.id,
    account_id: service.accountId,
    name: service.name,
    use_direction: service.useDirection,
    status: service.status,
    ...Object.fromEntries(settings),
    previous_key_ends: isoTime(service.previousKeyEndsAt),
    last_request: isoTime(service.lastRequestAt),
    created: isoTime(service.createdAt),
  }
}

/** Settings have the name of their option. */
export function serviceLines(service: ServiceRecord): [string, string | number][] {
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
    ['Old key ends', service.previousKeyHash === null ? '-' : timeText(service.previousKeyEndsAt)],
    ['Last request', timeText(service.lastRequestAt)],
    ['Created', timeText(service.createdAt)],
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
