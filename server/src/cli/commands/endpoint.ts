import { eventTypes } from '../../books/event-types.ts'
import * as endpoints from '../../operations/event-endpoints.ts'
import { perform } from '../../operations/perform.ts'
import { withoutControls } from '../../webhooks/masked-answer.ts'
import { fields, listOfService } from '../columns.ts'
import { defineCommand, flag, one, operand } from '../command.ts'
import { UsageError } from '../failures.ts'
import { operationCommand } from '../operation-command.ts'
import { id, oneOf, overlap } from '../readings.ts'
import { listen, trigger } from './endpoint-listen.ts'
import { secretText } from './webhook.ts'

type EndpointView = ReturnType<typeof endpoints.endpointView>

/** `all` also sends types of later versions. */
const event = {
  name: 'event',
  value: 'TYPE',
  about: 'an event to send',
  reading: oneOf(...eventTypes, 'all'),
}
const adapt = (input: { types?: readonly string[] | null }) => {
  if (input.types?.includes('all')) input.types = null
}

const adaptChange = (input: { types?: readonly string[] | null }) => {
  if (Object.keys(input).length === 1) throw new UsageError('endpoint set: nothing to change')
  adapt(input)
}

const add = operationCommand(
  endpoints.addEndpoint,
  {
    words: 'endpoint add',
    summary: 'Send the events of a service to an address; all events when no --event is given',
    operands: { service: 'SERVICE', url: 'URL' },
    options: { types: event },
    adapt,
    defaults: { types: null, description: '', enabled: true },
  },
  ({ secret, ...endpoint }) => ({
    json: { ...endpointJson(endpoint), secret },
    text: fields([...endpointFields(endpoint), ['Secret', secret]]),
  }),
)

const list = listOfService({
  words: 'endpoint list',
  summary: 'Show the webhook endpoints of a service',
  records: async ({ store }, { id }) => (await store.endpointsOf(id)).map(endpoints.endpointView),
  whenEmpty: (service) => `Service ${service} has no webhook endpoint: ringkey endpoint add ${service} URL`,
  shown: {
    ID: 'id',
    ON: 'enabled',
    URL: ({ url }) => withoutControls(url),
    EVENTS: ({ types }) => types?.join(' ') ?? 'all',
    DESCRIPTION: ({ description }) => withoutControls(description),
  },
  json: endpointJson,
})

const set = operationCommand(
  endpoints.changeEndpoint,
  {
    words: 'endpoint set',
    operands: { endpoint: 'ENDPOINT' },
    options: { types: event },
    adapt: adaptChange,
  },
  (after) => ({ json: endpointJson(after), text: fields(endpointFields(after)) }),
)

const remove = operationCommand(endpoints.removeEndpoint, {
  words: 'endpoint remove',
  operands: { endpoint: 'ENDPOINT' },
})

const secret = defineCommand({
  words: 'endpoint secret',
  summary: 'Show the secret that signs the events of an endpoint, or change it',
  operands: { endpoint: operand('ENDPOINT', id) },
  options: {
    rotate: flag('create a new one; the old one also signs until the overlap ends'),
    overlap: one('TIME', 'how long both sign (1d when not given)', overlap),
  },
  async run({ operands: { endpoint }, options, open }) {
    const context = await open()
    const { rotateEndpointSecret, showEndpointSecret } = endpoints
    const secrets = options.rotate
      ? await perform(context, rotateEndpointSecret, { endpoint, overlapHours: options.overlap ?? 24 })
      : await perform(context, showEndpointSecret, { endpoint })
    return { json: { id: endpoint, ...secrets }, text: secretText(secrets, 'events') }
  },
})

const test = operationCommand(
  endpoints.sendTestEvent,
  { words: 'endpoint test', operands: { endpoint: 'ENDPOINT' } },
  ({ webhookId }, { endpoint }) => ({
    json: { id: endpoint, webhook_id: webhookId },
    text: `A running service sends it within a second. See: ringkey webhook show ${webhookId}`,
  }),
)

export const endpointCommands = [add, list, set, remove, secret, test, listen, trigger]

function endpointJson({ types, ...endpoint }: EndpointView) {
  return { ...endpoint, events: types ?? 'all' }
}

function endpointFields(endpoint: EndpointView): [string, string | number][] {
  return [
    ['Webhook endpoint', endpoint.id],
    ['Service', endpoint.serviceId],
    ['Address', withoutControls(endpoint.url)],
    ['Events', endpoint.types?.join(', ') ?? 'all'],
    ['Description', withoutControls(endpoint.description) || '-'],
    ['On', endpoint.enabled ? 'yes' : 'no'],
  ]
}
