import { addKey, keysOf, revokeKey, rotateKey } from '../../operations/service-keys.ts'
import { dayMs } from '../../platform/clock.ts'
import { type KeyRecord, keyScopes, mainKeyId, maxKeysPerService } from '../../storage/key-records.ts'
import { fields, table } from '../columns.ts'
import { defineCommand, one, operand } from '../command.ts'
import { UsageError } from '../failures.ts'
import { findService } from '../finding.ts'
import { id, oneOf, overlap, text } from '../readings.ts'
import { isoTime, timeText } from '../wording.ts'

const defaultOverlapMs = dayMs
const nameOf = ({ id, name }: Pick<KeyRecord, 'id' | 'name'>) => (id === mainKeyId ? '(main key)' : name)

const list = defineCommand({
  words: 'service keys',
  summary: 'Show the keys of a service; a last use is up to a minute behind',
  operands: { service: operand('SERVICE', id) },
  options: {},
  async run({ operands, open }) {
    const context = await open()
    const service = await findService(context, operands.service)
    const keys = await keysOf(context.store, service, context.now())
    return {
      json: keys.map((key) => ({
        id: key.id,
        name: key.name,
        scope: key.scope,
        created: isoTime(key.createdAt),
        last_used: isoTime(key.lastUsedAt),
        ends: isoTime(key.endsAt ?? 0),
      })),
      text: table(
        ['KEY', 'NAME', 'SCOPE', 'LAST USED (UTC)', 'REPLACED, ENDS (UTC)'],
        keys.map((key) => [
          key.id === mainKeyId ? 'main' : key.id,
          nameOf(key),
          key.scope,
          timeText(key.lastUsedAt),
          timeText(key.endsAt ?? 0),
        ]),
        '',
      ),
    }
  },
})

const add = defineCommand({
  words: 'service add-key',
  summary: `Give a service a further secret key, shown once; up to ${maxKeysPerService}`,
  operands: { service: operand('SERVICE', id) },
  options: {
    name: one('NAME', 'what uses the key', text()),
    scope: one('SCOPE', 'all (default), read, or test for the test numbers only', oneOf(...keyScopes)),
  },
  async run({ operands, options, open, terminal }) {
    if (options.name === undefined) throw new UsageError('service add-key: --name is missing')
    const context = await open()
    const { id: serviceId } = await findService(context, operands.service)
    const { key, secretKey } = await addKey(
      { ...context, random: terminal.random },
      { serviceId, name: options.name, scope: options.scope ?? 'all' },
    )
    return {
      json: { service_id: serviceId, id: key.id, name: key.name, scope: key.scope, secret_key: secretKey },
      text: fields([
        ['Service', serviceId],
        ['Key', key.id],
        ['Name', key.name],
        ['Scope', key.scope],
        ['Secret key', `${secretKey} (shown only now)`],
      ]),
    }
  },
})

const rotate = defineCommand({
  words: 'service rotate-key',
  summary: 'Replace the main key of a service, or another one, by a new secret key, shown once',
  operands: { service: operand('SERVICE', id) },
  options: {
    key: one('KEY', 'another key than the main one: see ringkey service keys', id),
    overlap: one('TIME', 'how long the old key stays valid (1d when not given)', overlap),
  },
  async run({ operands, options, open, terminal }) {
    const context = await open()
    const service = await findService(context, operands.service)
    const overlapMs = options.overlap ?? defaultOverlapMs
    const { secretKey: key, previousKeyEndsAt } = await rotateKey(
      { ...context, random: terminal.random },
      { serviceId: service.id, keyId: options.key ?? mainKeyId, overlapMs },
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

const revoke = defineCommand({
  words: 'service revoke-key',
  summary: 'End a further key at once',
  operands: { service: operand('SERVICE', id), key: operand('KEY', id) },
  options: {},
  async run({ operands, open }) {
    const context = await open()
    const { id: serviceId } = await findService(context, operands.service)
    await revokeKey(context, { serviceId, keyId: operands.key })
    return {
      json: { service_id: serviceId, id: operands.key, revoked: true },
      text: `Key ${operands.key} of service ${serviceId} is refused from now on.`,
    }
  },
})

export const serviceKeyCommands = [list, add, rotate, revoke]
