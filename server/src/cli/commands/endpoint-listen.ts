import { eventTypes } from '../../books/event-types.ts'
import { defineCommand, needed, one, operand } from '../command.ts'
import { oneOf, webAddress } from '../readings.ts'

/** Loaded when it is used: the service itself needs nothing of dev/. Works on any machine, without an installation. */
const load = () => import('../../../../dev/webhooks/forward-events.ts')

const options = {
  'forward-to': needed(
    'URL',
    'where your program listens',
    webAddress('an address such as http://127.0.0.1:3000/events'),
  ),
  secret: one('SECRET', 'signs the events (a new one when not given)', {
    expected: 'whsec_ and 24 to 64 bytes in base64',
    read: (typed: string) => (/^whsec_[A-Za-z0-9+/=]{32,88}$/.test(typed) ? typed : undefined),
    concealed: true,
  }),
}

export const listen = defineCommand({
  words: 'endpoint listen',
  summary: 'Send the events of a service to a program on this machine, as they happen',
  options: {
    ...options,
    key: needed('KEY', 'a key of the service and its id: KEY.SERVICE_ID', {
      expected: 'KEY.SERVICE_ID',
      read: (typed: string) => (/^\S+\.[0-9]+$/.test(typed) ? typed : undefined),
      concealed: true,
    }),
    server: one(
      'URL',
      'the service (http://127.0.0.1:8080)',
      webAddress('an address such as https://ringkey.example'),
    ),
  },
  async run({
    options: { 'forward-to': to, secret, key, server = 'http://127.0.0.1:8080' },
    terminal,
    json,
  }) {
    await (await load()).forwardEvents(terminal, { to, secret }, { server, key, json })
  },
})

export const trigger = defineCommand({
  words: 'endpoint trigger',
  summary: 'Send a made-up event to a program on this machine',
  operands: { type: operand('TYPE', oneOf(...eventTypes)) },
  options,
  async run({ operands, options: { 'forward-to': to, secret }, terminal }) {
    const sent = await (await load()).sendExample(terminal, { to, secret }, operands.type)
    const text = `${sent.type} ${sent.id}: ${sent.result}\nSigned with ${sent.secret}`
    return { json: sent, text, failed: !/^HTTP 2/.test(sent.result) }
  },
})
