import { addKey, changeKey, keysOf, revokeKey, rotateKey } from '../../operations/service-keys.ts'
import { mainKeyId } from '../../storage/queries/service-keys.ts'
import { fields, listOfService } from '../columns.ts'
import { operationCommand } from '../operation-command.ts'
import { overlap } from '../readings.ts'
import { isoTime, timeText } from '../wording.ts'

export const overlapOption = {
  name: 'overlap',
  value: 'TIME',
  about: 'how long the old one is accepted too (1d when not given)',
  reading: overlap,
}

const list = listOfService({
  words: 'service keys',
  summary: 'Show the keys of a service; a last use is up to a minute behind',
  records: async ({ store, now }, service) =>
    (await keysOf(store, service, now())).map(({ keyHash: _, replacedBy: __, ...key }) => key),
  whenEmpty: () => '',
  shown: {
    KEY: ({ id }) => (id === mainKeyId ? 'main' : id),
    NAME: ({ id, name }) => (id === mainKeyId ? '(main key)' : name),
    SCOPE: 'scope',
    'LAST USED (UTC)': 'lastUsedAt',
    'REPLACED, ENDS (UTC)': ({ endsAt }) => (endsAt === null ? '' : timeText(endsAt)),
  },
})

const add = operationCommand(
  addKey,
  { words: 'service add-key', operands: { service: 'SERVICE' }, defaults: { scope: 'all' } },
  (made, { service }) => ({
    json: { serviceId: service, ...made },
    text: fields([
      ['Service', service],
      ['Key', made.id],
      ['Name', made.name],
      ['Scope', made.scope],
      ['Secret key', `${made.secretKey} (shown only now)`],
    ]),
  }),
)

const rotate = operationCommand(
  rotateKey,
  {
    words: 'service rotate-key',
    summary: 'Replace the main key of a service, or another one, by a new secret key, shown once',
    operands: { service: 'SERVICE' },
    options: { overlapHours: overlapOption },
    defaults: { key: mainKeyId, overlapHours: 24 },
  },
  ({ secretKey, previousKeyEndsAt }, { service, overlapHours }) => ({
    json: { service_id: service, secret_key: secretKey, previous_key_ends: isoTime(previousKeyEndsAt) },
    text: fields([
      ['Service', service],
      ['Secret key', `${secretKey} (shown only now)`],
      [
        'Old key',
        overlapHours === 0 ? 'refused from now on' : `valid until ${timeText(previousKeyEndsAt)} UTC`,
      ],
    ]),
  }),
)

const set = operationCommand(
  changeKey,
  { words: 'service set-key', operands: { service: 'SERVICE', key: 'KEY' } },
  ({ id, name, scope }) => ({ json: { id, name, scope }, text: `Key ${id} (${name}): ${scope}` }),
)

const revoke = operationCommand(revokeKey, {
  words: 'service revoke-key',
  operands: { service: 'SERVICE', key: 'KEY' },
})

export const serviceKeyCommands = [list, add, set, rotate, revoke]
