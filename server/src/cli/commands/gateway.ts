import * as gateways from '../../operations/gateways.ts'
import { listOfService } from '../columns.ts'
import { operationCommand } from '../operation-command.ts'

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

const list = listOfService({
  words: 'gateway list',
  summary: 'Show the gateways of a service',
  records: async ({ store }, { id }) => (await store.gatewaysOf(id)).map(gateways.gatewayView),
  whenEmpty: (service) => `Service ${service} has no gateway: ringkey gateway add KIND ${service}`,
  shown: {
    ID: 'id',
    KIND: 'kind',
    CHANNEL: 'channel',
    COUNTRIES: ({ countries }) => countries.join(',') || 'all',
    ADDRESS: 'url',
  },
})

const set = operationCommand(
  gateways.changeGateway,
  {
    words: 'gateway set',
    operands: { gateway: 'ID' },
    options: { countries: { name: 'country', value: 'COUNTRY' } },
  },
  ({ id, channel, url, countries }) => ({
    json: { id, channel, url, countries },
    text: `Gateway ${id}: steps with the channel ${channel} go to ${url}, ${countries.join(',') || 'all countries'}`,
  }),
)

const remove = operationCommand(gateways.removeGateway, {
  words: 'gateway remove',
  operands: { gateway: 'ID' },
})

export const gatewayCommands = [add, list, set, remove]
