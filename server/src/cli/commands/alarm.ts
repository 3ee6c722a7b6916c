import { alarmSentence, alarmSeverity } from '../../alarms/alarm-table.ts'
import { addAlarmReceiver, endSilence, removeAlarmReceiver, silenceAlarms } from '../../operations/alarms.ts'
import { listCommand, listing } from '../columns.ts'
import { defineCommand, flag } from '../command.ts'
import { operationCommand } from '../operation-command.ts'
import { silenceTime } from '../readings.ts'
import { jsonOf, listText } from '../wording.ts'

const shownPast = 50

const list = defineCommand({
  words: 'alarm list',
  summary: 'Show what needs attention now, over all nodes, or what has ended lately',
  options: { past: flag('those that have ended') },
  async run({ options, open }) {
    const { store, now } = await open()
    const alarms = options.past
      ? await store.pastAlarms({ before: null, limit: shownPast })
      : await store.openAlarms({ now: now() })
    return listing(
      alarms,
      options.past ? 'No alarm has ended in the last 90 days' : 'Nothing needs attention',
      {
        'SINCE (UTC)': 'since',
        ...(options.past ? { 'UNTIL (UTC)': 'endedAt' } : { NODES: 'nodes' }),
        ALARM: (alarm) => `${alarmSentence('en', alarm)}${alarm.isSilenced ? ' (silenced)' : ''}`,
      },
      ({ seenAt: _, isSilenced, ...alarm }) => ({
        ...jsonOf(alarm),
        severity: alarmSeverity(alarm.kind),
        silenced: isSilenced,
        text: alarmSentence('en', alarm),
      }),
    )
  },
})

const receivers = listCommand({
  words: 'alarm receivers',
  summary: 'Show who is notified of alarms',
  records: async ({ store }) => (await store.alarmReceivers()).map(({ sealed: _, ...receiver }) => receiver),
  whenEmpty: 'Nobody is notified of alarms: see ringkey alarm notify --help',
  shown: {
    ID: 'id',
    CHANNEL: 'channel',
    TO: 'target',
    KINDS: ({ kinds }) => listText(kinds),
    'LAST NOTIFIED (UTC)': 'notifiedAt',
    FAULT: ({ fault }) => fault || '-',
  },
})

const notify = operationCommand(
  addAlarmReceiver,
  {
    words: 'alarm notify',
    summary: 'Notify somebody of alarms: by mail, Telegram, a signed webhook, or an Alertmanager',
    operands: { channel: 'CHANNEL', target: 'TO' },
    options: { kinds: { name: 'kind', value: 'KIND', about: 'only this kind' } },
    defaults: { kinds: [], language: 'en' },
  },
  ({ id, secret }) => ({
    json: { id, ...(secret === '' ? {} : { secret }) },
    text: `Receiver ${id} is notified of alarms.${secret === '' ? '' : `\nSecret of its signatures, shown once: ${secret}`}`,
  }),
)

const remove = operationCommand(
  removeAlarmReceiver,
  { words: 'alarm remove', operands: { receiver: 'ID' } },
  () => ({ json: { removed: true }, text: 'Removed.' }),
)

const silence = operationCommand(
  silenceAlarms,
  {
    words: 'alarm silence',
    summary: 'Notify nobody of some alarms for a while; they are shown as before',
    operands: { hours: 'TIME' },
    options: {
      kind: { value: 'KIND', about: 'only this kind' },
      subject: { about: 'only this trunk or service' },
      reason: { about: 'why' },
      hours: { reading: silenceTime },
    },
    defaults: { kind: '', subject: '', reason: '' },
  },
  ({ id }) => ({ json: { id }, text: `Silence ${id} has begun.` }),
)

const silences = listCommand({
  words: 'alarm silences',
  summary: 'Show the silences that last',
  records: ({ store, now }) => store.alarmSilences({ now: now() }),
  whenEmpty: 'There is no silence',
  shown: {
    ID: 'id',
    KIND: ({ kind }) => kind || 'any',
    SUBJECT: ({ subject }) => subject || 'any',
    'UNTIL (UTC)': 'until',
    REASON: 'reason',
  },
})

const unsilence = operationCommand(
  endSilence,
  { words: 'alarm unsilence', operands: { silence: 'ID' } },
  () => ({ json: { ended: true }, text: 'Ended.' }),
)

export const alarmCommands = [list, receivers, notify, remove, silence, silences, unsilence]
