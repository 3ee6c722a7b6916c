import { alarmSentence, alarmSeverity } from '../../alarms/alarm-table.ts'
import { addAlarmReceiver, endSilence, removeAlarmReceiver, silenceAlarms } from '../../operations/alarms.ts'
import { table } from '../columns.ts'
import { defineCommand, flag } from '../command.ts'
import { operationCommand } from '../operation-command.ts'
import { silenceTime } from '../readings.ts'
import { isoTime, listText, timeText } from '../wording.ts'

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
    return {
      json: alarms.map(({ seenAt: _, endedAt, isSilenced, ...alarm }) => ({
        ...alarm,
        severity: alarmSeverity(alarm.kind),
        since: isoTime(alarm.since),
        ended: isoTime(endedAt ?? 0),
        silenced: isSilenced,
        text: alarmSentence('en', alarm),
      })),
      text: table(
        ['SINCE (UTC)', options.past ? 'UNTIL (UTC)' : 'NODES', 'ALARM'],
        alarms.map((alarm) => [
          timeText(alarm.since),
          options.past ? timeText(alarm.endedAt ?? 0) : alarm.nodes.join(' '),
          `${alarmSentence('en', alarm)}${alarm.isSilenced ? ' (silenced)' : ''}`,
        ]),
        options.past ? 'No alarm has ended in the last 90 days' : 'Nothing needs attention',
      ),
    }
  },
})

const receivers = defineCommand({
  words: 'alarm receivers',
  summary: 'Show who is notified of alarms',
  async run({ open }) {
    const { store } = await open()
    const all = await store.alarmReceivers()
    return {
      json: all.map(({ sealed: _, createdAt, notifiedAt, ...receiver }) => ({
        ...receiver,
        created: isoTime(createdAt),
        notified: isoTime(notifiedAt ?? 0),
      })),
      text: table(
        ['ID', 'CHANNEL', 'TO', 'KINDS', 'LAST NOTIFIED (UTC)', 'FAULT'],
        all.map((receiver) => [
          receiver.id,
          receiver.channel,
          receiver.target,
          listText(receiver.kinds),
          timeText(receiver.notifiedAt ?? 0),
          receiver.fault || '-',
        ]),
        'Nobody is notified of alarms: see ringkey alarm notify --help',
      ),
    }
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

const silences = defineCommand({
  words: 'alarm silences',
  summary: 'Show the silences that last',
  async run({ open }) {
    const { store, now } = await open()
    const all = await store.alarmSilences({ now: now() })
    return {
      json: all.map(({ until, createdAt, ...rest }) => ({
        ...rest,
        until: isoTime(until),
        created: isoTime(createdAt),
      })),
      text: table(
        ['ID', 'KIND', 'SUBJECT', 'UNTIL (UTC)', 'REASON'],
        all.map((one) => [one.id, one.kind || 'any', one.subject || 'any', timeText(one.until), one.reason]),
        'There is no silence',
      ),
    }
  },
})

const unsilence = operationCommand(
  endSilence,
  { words: 'alarm unsilence', operands: { silence: 'ID' } },
  () => ({ json: { ended: true }, text: 'Ended.' }),
)

export const alarmCommands = [list, receivers, notify, remove, silence, silences, unsilence]
