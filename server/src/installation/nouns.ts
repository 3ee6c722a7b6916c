import { Type } from 'typebox'
import { installationSchema, wrongInstallationSetting } from '../accounts/installation.ts'
import { addAlarmReceiver, endSilence, removeAlarmReceiver, silenceAlarms } from '../operations/alarms.ts'
import { changeInstallation } from '../operations/installation.ts'
import {
  blockAddress,
  blockedDestination,
  blockPrefix,
  unblockAddress,
  unblockPrefix,
} from '../operations/protection.ts'
import { hourMs } from '../platform/clock.ts'
import { pick } from '../platform/pick.ts'
import { accountNoun } from './account-nouns.ts'
import { capNoun, partyNoun, tariffNoun } from './money-nouns.ts'
import { membersOf, type Noun, named, shape } from './noun.ts'
import { confirmationNumberNoun, contractNoun, trunkNoun } from './telephony-nouns.ts'

const settingsNoun: Noun = {
  plural: 'settings',
  about: 'The settings of the installation',
  isSingle: true,
  value: shape(installationSchema.properties),
  scopes: { put: ['dangerous'] },
  fault: wrongInstallationSetting,
  list: async ({ store }) => [{ name: '', id: '', value: { ...(await store.installationSettings()) } }],
  async put({ run }, settings) {
    await run(changeInstallation, { settings })
    return undefined
  },
}

const receiverNoun: Noun = {
  plural: 'alarm-receivers',
  about: 'Who is notified of alarms: the channel, a colon and the address',
  name: Type.String({
    pattern: '^[a-z]+:\\S{1,500}$',
    expected: 'a channel and an address such as mail:ops@example.com',
  }),
  value: shape(membersOf(addAlarmReceiver, 'channel', 'target')),
  hasCredential: true,
  scopes: { put: ['dangerous'], remove: ['dangerous'] },
  async list({ store }) {
    const receivers = await store.alarmReceivers()
    return receivers.map(({ id, channel, target, kinds, language }) => ({
      name: `${channel}:${target}`,
      id,
      value: { kinds, language },
    }))
  },
  async put({ run, name, before }, value) {
    const [channel, target] = [name.slice(0, name.indexOf(':')), name.slice(name.indexOf(':') + 1)]
    const whole = { kinds: [], language: 'en', ...before?.value, ...value }
    return (await run(addAlarmReceiver, { channel, target, ...whole })).id
  },
  remove: ({ run, before }) => run(removeAlarmReceiver, { receiver: before.id }),
}

const until = Type.String({
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,3})?Z$',
  expected: 'a time in UTC such as 2026-11-30T18:00:00Z',
})

const silenceNoun: Noun = {
  plural: 'alarm-silences',
  about: 'A silence of alarms; one that has ended is not made again',
  name: Type.String({ minLength: 1, maxLength: 400 }),
  value: shape({ ...membersOf(silenceAlarms, 'hours'), until }),
  needs: ['until'],
  scopes: { put: ['accounts'], remove: ['accounts'] },
  isReplaced: () => true,
  async list({ store, now }) {
    const silences = await store.alarmSilences({ now: now() })
    const nameOf = (each: (typeof silences)[number]) =>
      [each.kind || 'all', each.subject].filter((part) => part !== '').join(' ')
    return named(silences, 'name', nameOf).map(({ record, name }) => ({
      name,
      id: record.id,
      value: { ...pick(record, 'kind', 'subject', 'reason'), until: new Date(record.until).toISOString() },
    }))
  },
  normal: (value) =>
    value.until === undefined ? value : { ...value, until: new Date(String(value.until)).toISOString() },
  isOver: ({ now }, { until: text }) => Date.parse(String(text)) <= now(),
  async put({ run, context }, { until: text, ...value }) {
    const hours = (Date.parse(String(text)) - context.now()) / hourMs
    return (await run(silenceAlarms, { kind: '', subject: '', reason: '', ...value, hours })).id
  },
  remove: ({ run, before }) => run(endSilence, { silence: before.id }),
}

const addressNoun: Noun = {
  plural: 'blocked-addresses',
  about: 'An address or a range whose requests are refused',
  name: membersOf(blockAddress).address!,
  value: shape(membersOf(blockAddress, 'address', 'evenOwn')),
  scopes: { put: ['accounts'], remove: ['accounts'] },
  list: async ({ store }) =>
    (await store.blockedAddresses()).map(({ address, note }) => ({
      name: address,
      id: address,
      value: { note },
    })),
  async put({ run, name: address, before }, value) {
    await run(blockAddress, { address, ...before?.value, ...value, evenOwn: true })
    return address
  },
  remove: ({ run, name: address }) => run(unblockAddress, { address }),
}

const destinationNoun: Noun = {
  plural: 'blocked-destinations',
  about: 'A destination that is served for no customer',
  name: blockedDestination,
  value: shape(membersOf(blockPrefix, 'prefix')),
  scopes: { put: ['accounts'], remove: ['accounts'] },
  list: async ({ store }) =>
    (await store.blockedPrefixes()).map(({ prefix, note }) => ({
      name: prefix,
      id: prefix,
      value: { note },
    })),
  async put({ run, name: prefix }, value) {
    await run(blockPrefix, { ...value, prefix })
    return prefix
  },
  remove: ({ run, name: prefix }) => run(unblockPrefix, { prefix }),
}

/** Whatever operators configure, each after what it needs. */
export const nouns: readonly Noun[] = [
  settingsNoun,
  partyNoun,
  tariffNoun,
  trunkNoun,
  contractNoun,
  confirmationNumberNoun,
  capNoun,
  destinationNoun,
  addressNoun,
  accountNoun,
  receiverNoun,
  silenceNoun,
]
