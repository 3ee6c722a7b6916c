import { perform } from '../../operations/perform.ts'
import { changeWebhookSecret, recordResent, resentOf, showWebhookSecret } from '../../operations/webhooks.ts'
import { eventTypes, testEvent } from '../../storage/event-types.ts'
import type { ServiceRecord } from '../../storage/queries/services.ts'
import {
  defaultListLength,
  listWebhooks,
  resendWebhook,
  secretOverlap,
  secretReport,
  showWebhook,
  type WhichDelivery,
} from '../../webhooks/inspector.ts'
import { defineCommand, flag, one, operand, type Reading } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { CommandFailed } from '../failures.ts'
import { findAccount, findService } from '../finding.ts'
import { id, oneOf, port, wholeNumber } from '../readings.ts'

const maxListed = 1_000

const count = wholeNumber(1, maxListed, `a whole number from 1 to ${maxListed}`)
const hours = wholeNumber(0, secretOverlap.maxHours, `hours from 0 to ${secretOverlap.maxHours}`)

/** A number is the call of an inbound request; every webhook and event has an id `msg_…`. */
const which: Reading<WhichDelivery> = {
  expected: 'the vendor_id of an inbound call, or a webhook-id such as msg_8s0Q…',
  read: (typed) => (/^msg_\w{1,60}$/.test(typed) ? typed : id.read(typed)),
}

const list = defineCommand({
  words: 'webhook list',
  summary: 'Show webhooks and events, the newest first',
  options: {
    service: one('ID', 'of one service', id),
    state: one('STATE', 'in one state', oneOf('pending', 'delivered', 'failed')),
    endpoint: one('ID', 'of one event endpoint', id),
    event: one('TYPE', 'events of one type', oneOf(...eventTypes, testEvent)),
    limit: one('N', `how many, ${defaultListLength} when left out`, count),
  },
  async run({ options: { service, state: wanted, endpoint, event, limit }, open }) {
    return listWebhooks((await open()).store, {
      serviceId: service ?? null,
      state: wanted ?? null,
      endpointId: endpoint ?? null,
      type: event ?? null,
      limit: limit ?? defaultListLength,
    })
  },
})

const show = defineCommand({
  words: 'webhook show',
  summary: 'Show one webhook or event with every attempt',
  operands: { which: operand('VENDOR_ID|WEBHOOK_ID', which) },
  run: async ({ operands, open }) => showWebhook((await open()).store, operands.which),
})

const resend = defineCommand({
  words: 'webhook resend',
  summary: 'Send a webhook or event again',
  operands: { which: operand('VENDOR_ID|WEBHOOK_ID', which) },
  async run({ operands, open }) {
    const context = await open()
    const { queued, ...report } = await resendWebhook(context.store, operands.which, context.now())
    if (queued !== undefined) await perform(context, recordResent, resentOf(queued))
    return report
  },
})

const secret = defineCommand({
  words: 'webhook secret',
  summary: "Show the secret that signs a service's webhooks, or change it",
  operands: { serviceId: operand('SERVICE_ID', id) },
  options: {
    rotate: flag('create a new one; the old one also signs until the overlap ends'),
    'overlap-hours': one('HOURS', `how long both sign, ${secretOverlap.defaultHours} when left out`, hours),
  },
  async run({ operands, options, open }) {
    const context = await open()
    const { serviceId: service } = operands
    const overlapHours = options['overlap-hours'] ?? secretOverlap.defaultHours
    return secretReport(
      service,
      options.rotate
        ? await perform(context, changeWebhookSecret, { service, overlapHours })
        : await perform(context, showWebhookSecret, { service }),
    )
  },
})

const listen = defineCommand({
  words: 'webhook listen',
  summary: 'Receive webhooks on this machine and print them with their signature checked, until Ctrl+C',
  operands: { serviceId: operand('SERVICE_ID', id) },
  options: { port: one('PORT', 'where to listen; a free one when left out', port) },
  async run({ operands, options, terminal, open }) {
    const context = await open()
    const service = await findService(context, operands.serviceId)
    const secrets = await context.webhookSecrets.of(service.id)
    // Before anything is printed: whoever reads the last line may press Ctrl+C at once.
    const interrupted = terminal.interrupted()
    const { listenForWebhooks } = await import('../../../../dev/webhooks/listen.ts')
    const listening = await listenForWebhooks({
      clock: terminal.clock,
      secret: secrets!.current,
      print: (line) => terminal.out(`${line}\n`),
      port: options.port ?? 0,
    }).catch((error: Error) => {
      throw new CommandFailed(`the receiver cannot listen: ${error.message}`)
    })
    terminal.out(`Pass callback_url=${listening.url} to inboundCallWaiting. Ctrl+C ends it.\n`)
    if (!(await mayReceive(context, service, listening.url))) {
      const allow = [...context.settings.RINGKEY_CALLBACK_ALLOW, '127.0.0.1'].join(',')
      terminal.out(
        `It is refused (error 2) until Ringkey is started with RINGKEY_CALLBACK_ALLOW=${allow}, which opens this machine to every account.\n`,
      )
    }
    await interrupted
    await listening.close()
    return { json: undefined, text: '' }
  },
})

export const webhookCommands = [list, show, resend, secret, listen]

/** Whether inboundCallWaiting would accept this address, by the settings that the command shares with the service. */
async function mayReceive(context: CommandContext, { accountId }: ServiceRecord, url: string) {
  const mayUseLoopback = context.demo.isOwn(await findAccount(context, accountId))
  return (await context.callbackGuard.check(new URL(url), { mayUseLoopback })).kind !== 'refused'
}
