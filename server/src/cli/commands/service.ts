import { rotateKey as rotate } from '../../operations/services.ts'
import { dayMs } from '../../platform/clock.ts'
import { fields, table } from '../columns.ts'
import { defineCommand, one, operand } from '../command.ts'
import { findAccount, findService } from '../finding.ts'
import { accountName, id, overlap } from '../readings.ts'
import { isoTime, timeText } from '../wording.ts'
import { serviceFields, serviceJson } from './service-view.ts'

const defaultOverlapMs = dayMs

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
    return { json: serviceJson(service), text: fields(serviceFields(service)) }
  },
})

const rotateKey = defineCommand({
  words: 'service rotate-key',
  summary: 'Give a service a new secret key, shown once',
  operands: { service: operand('SERVICE', id) },
  options: { overlap: one('TIME', 'how long the old key stays valid (1d when not given)', overlap) },
  async run({ operands, options, open, terminal }) {
    const context = await open()
    const service = await findService(context, operands.service)
    const overlapMs = options.overlap ?? defaultOverlapMs
    const { secretKey: key, previousKeyEndsAt } = await rotate(
      { ...context, random: terminal.random },
      { serviceId: service.id, overlapMs },
    )
    const oldKey = overlapMs === 0 ? 'refused from now on' : `valid until ${timeText(previousKeyEndsAt)} UTC`
    return {
      json: { service_id: service.id, secret_key: key, previous_key_ends: isoTime(previousKeyEndsAt) },
      text: fields([
        ['Service', service.id],
        ['Secret key', `${key} (shown only now)`],
        ['Old key', oldKey],
      ]),
    }
  },
})

export const serviceCommands = [list, show, rotateKey]
