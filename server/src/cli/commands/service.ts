import { fields, table } from '../columns.ts'
import { defineCommand, one, operand } from '../command.ts'
import { findAccount, findService } from '../finding.ts'
import { accountName, id } from '../readings.ts'
import { timeText } from '../wording.ts'
import { serviceJson, serviceLines } from './service-view.ts'

const list = defineCommand({
  words: 'service list',
  summary: 'Show services, of all accounts or of one',
  operands: {},
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
  options: {},
  async run({ operands, open }) {
    const service = await findService(await open(), operands.service)
    return { json: serviceJson(service), text: fields(serviceLines(service)) }
  },
})

export const serviceCommands = [list, show]
