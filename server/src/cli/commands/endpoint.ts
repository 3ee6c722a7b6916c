import { DemoMode } from '../../accounts/demo-mode.ts'
import { callbackGuardOf } from '../../app/compose-inbound.ts'
import {
  addEndpoint,
  changeEndpoint,
  type EndpointFields,
  knownEndpoint,
  removeEndpoint,
  rotateEndpointSecret,
  sendTestEvent,
  showEndpointSecret,
} from '../../operations/event-endpoints.ts'
import { dayMs } from '../../platform/clock.ts'
import { type EndpointRecord, eventTypes } from '../../storage/event-records.ts'
import type { ServiceRecord } from '../../storage/records.ts'
import { withoutControls } from '../../webhooks/masked-answer.ts'
import type { ServiceSecrets } from '../../webhooks/secrets.ts'
import { fields, table } from '../columns.ts'
import { defineCommand, flag, many, one, operand } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { UsageError } from '../failures.ts'
import { findAccount, findService } from '../finding.ts'
import { id, oneOf, overlap, text, yesOrNo } from '../readings.ts'
import type { Terminal } from '../terminal.ts'
import { isoTime, timeText } from '../wording.ts'

const address = text('an http or https address')
const eventType = many('TYPE', `an event to send: ${eventTypes.join(', ')}`, oneOf(...eventTypes))
const description = one('TEXT', 'what it is for', text())

const add = defineCommand({
  words: 'endpoint add',
  summary: 'Send the events of a service to an address; all events when no --event is given',
  operands: { service: operand('SERVICE', id), url: operand('URL', address) },
  options: { event: eventType, description, off: flag('add it switched off') },
  async run({ operands, options, open, terminal }) {
    const context = await open()
    const service = await findService(context, operands.service)
    const endpoint = await addEndpoint(context, await addressing(context, service, terminal), service, {
      url: operands.url,
      types: options.event.length === 0 ? null : options.event,
      description: options.description ?? '',
      enabled: !options.off,
    })
    const { current } = context.webhookSecrets.open(endpoint)
    return {
      json: { ...endpointJson(endpoint), secret: current },
      text: fields([...endpointFields(endpoint), ['Secret', current]]),
    }
  },
})

const list = defineCommand({
  words: 'endpoint list',
  summary: 'Show the event endpoints of a service',
  operands: { service: operand('SERVICE', id) },
  options: {},
  async run({ operands, open }) {
    const context = await open()
    const service = await findService(context, operands.service)
    const endpoints = await context.store.endpointsOf(service.id)
    return {
      json: endpoints.map(endpointJson),
      text: table(
        ['ID', 'ON', 'URL', 'EVENTS', 'DESCRIPTION'],
        endpoints.map((endpoint) => [
          endpoint.id,
          endpoint.enabled ? 'yes' : 'no',
          withoutControls(endpoint.url),
          endpoint.types?.join(' ') ?? 'all',
          withoutControls(endpoint.description),
        ]),
        `Service ${service.id} has no event endpoint: ringkey endpoint add ${service.id} URL`,
      ),
    }
  },
})

const set = defineCommand({
  words: 'endpoint set',
  summary: 'Change an event endpoint',
  operands: { endpoint: operand('ENDPOINT', id) },
  options: {
    url: one('URL', 'where events go', address),
    event: eventType,
    'all-events': flag('send every type, also types of later versions'),
    description,
    enabled: one('YES|NO', 'whether events are sent', yesOrNo),
  },
  async run({ operands, options, open, terminal }) {
    const context = await open()
    const { endpoint, service } = await found(context, operands.endpoint)
    if (options['all-events'] && options.event.length > 0) {
      throw new UsageError('endpoint set: --all-events and --event exclude each other')
    }
    const change: Partial<EndpointFields> = {
      ...(options.url === undefined ? {} : { url: options.url }),
      ...(options.event.length === 0 ? {} : { types: options.event }),
      ...(options['all-events'] ? { types: null } : {}),
      ...(options.description === undefined ? {} : { description: options.description }),
      ...(options.enabled === undefined ? {} : { enabled: options.enabled }),
    }
    if (Object.keys(change).length === 0) throw new UsageError('endpoint set: nothing to change')
    const where = await addressing(context, service, terminal)
    const after = await changeEndpoint(context, where, service, endpoint.id, change)
    return { json: endpointJson(after), text: fields(endpointFields(after)) }
  },
})

const remove = defineCommand({
  words: 'endpoint remove',
  summary: 'Remove an event endpoint, with the events that wait for it',
  operands: { endpoint: operand('ENDPOINT', id) },
  options: {},
  async run({ operands, open }) {
    const context = await open()
    const { endpoint, service } = await found(context, operands.endpoint)
    await removeEndpoint(context, service, endpoint.id)
    return { json: { id: endpoint.id }, text: `Event endpoint ${endpoint.id} was removed.` }
  },
})

const secret = defineCommand({
  words: 'endpoint secret',
  summary: 'Show the secret that signs the events of an endpoint, or change it',
  operands: { endpoint: operand('ENDPOINT', id) },
  options: {
    rotate: flag('create a new one; the old one also signs until the overlap ends'),
    overlap: one('TIME', 'how long both sign (1d when not given)', overlap),
  },
  async run({ operands, options, open }) {
    const context = await open()
    const { endpoint, service } = await found(context, operands.endpoint)
    const { webhookSecrets } = context
    return secretReport(
      endpoint.id,
      options.rotate
        ? await rotateEndpointSecret(context, webhookSecrets, service, {
            id: endpoint.id,
            overlapMs: options.overlap ?? dayMs,
          })
        : await showEndpointSecret(context, webhookSecrets, service, endpoint.id),
    )
  },
})

const test = defineCommand({
  words: 'endpoint test',
  summary: 'Send a signed test event to an endpoint',
  operands: { endpoint: operand('ENDPOINT', id) },
  options: {},
  async run({ operands, open, terminal }) {
    const context = await open()
    const { endpoint, service } = await found(context, operands.endpoint)
    const webhookId = await sendTestEvent({ ...context, random: terminal.random }, service, endpoint.id)
    return {
      json: { id: endpoint.id, webhook_id: webhookId },
      text: `A running service sends it within a second. See: ringkey webhook show ${webhookId}`,
    }
  },
})

export const endpointCommands = [add, list, set, remove, secret, test]

async function found(context: CommandContext, endpointId: number) {
  const endpoint = await knownEndpoint(context.store, endpointId)
  return { endpoint, service: await findService(context, endpoint.serviceId) }
}

async function addressing(context: CommandContext, { accountId }: ServiceRecord, { clock }: Terminal) {
  const demo = await DemoMode.read(context.settings.RINGKEY_DEMO, context.store)
  return {
    guard: callbackGuardOf(context.settings, clock),
    secrets: context.webhookSecrets,
    sender: { mayUseLoopback: demo.isOwn(await findAccount(context, accountId)) },
  }
}

function endpointJson(endpoint: EndpointRecord) {
  const { id: endpointId, serviceId, url, types, enabled, createdAt } = endpoint
  return {
    id: endpointId,
    service_id: serviceId,
    url,
    events: types ?? 'all',
    description: endpoint.description,
    enabled,
    created: isoTime(createdAt),
  }
}

function endpointFields(endpoint: EndpointRecord): [string, string | number][] {
  return [
    ['Event endpoint', endpoint.id],
    ['Service', endpoint.serviceId],
    ['Address', withoutControls(endpoint.url)],
    ['Events', endpoint.types?.join(', ') ?? 'all'],
    ['Description', withoutControls(endpoint.description) || '-'],
    ['On', endpoint.enabled ? 'yes' : 'no'],
  ]
}

function secretReport(endpointId: number, { current, previous, previousEndsAt }: ServiceSecrets) {
  const both =
    previous === undefined
      ? ''
      : `\nUntil ${timeText(previousEndsAt)} UTC events are also signed with the previous secret: ${previous}`
  return {
    json: { id: endpointId, current, previous: previous ?? null, previous_ends: isoTime(previousEndsAt) },
    text: current + both,
  }
}
