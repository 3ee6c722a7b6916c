import * as gateways from '../../operations/gateways.ts'
import { listing } from '../columns.ts'
import { defineCommand, operand } from '../command.ts'
import { findService } from '../finding.ts'
import { operationCommand } from '../operation-command.ts'
import { id } from '../readings.ts'

const add = operationCommand(
  gateways.addGateway,
  {
    words: 'gateway add',
    operands: { kind: 'KIND', service: 'SERVICE' },
    flags: ['handsOver'],
    options: { countries: { name: 'country', value: 'COUNTRY' } },
    defaults: { countries: [], handsOver: false },
  },
  ({ secret, ...made }) => ({
    json: { id: made.id, channel: made.channel, url: made.url, secret },
    text:
      `Gateway ${made.id}: steps with the channel ${made.channel} go to ${made.url}` +
      (secret === null ? '' : `\n${secret}\nIt signs what is sent, and is shown only here.`),
  }),
)

const list = defineCommand({
  words: 'gateway list',
  summary: 'Show the gateways of a service',
  operands: { service: operand('SERVICE', id) },
  async run({ operands, open }) {
    const context = await open()
    const service = await findService(context, operands.service)
    const found = (await context.store.gatewaysOf(service.id)).map(gateways.gatewayView)
    return listing(found, `Service ${service.id} has no gateway: ringkey gateway add KIND ${service.id}`, {
      ID: 'id',
      KIND: 'kind',
      CHANNEL: 'channel',
      COUNTRIES: ({ countries }) => countries.join(',') || 'all',
      ADDRESS: 'url',
    })
  },
})

const remove = operationCommand(
  gateways.removeGateway,
  { words: 'gateway remove', operands: { gateway: 'ID' } },
  (_, { gateway }) => ({ json: { id: gateway }, text: `Gateway ${gateway} was removed.` }),
)

export const gatewayCommands = [add, list, remove]
