import { alarmKinds, alarmSentence, alarmSeverity } from '../../alarms/alarm-table.ts'
import { addAlarmReceiver, endSilence, removeAlarmReceiver, silenceAlarms } from '../../operations/alarms.ts'
import { alarmChannels } from '../../storage/alarm-records.ts'
import { table } from '../columns.ts'
import { defineCommand, flag, many, one, operand } from '../command.ts'
import { CommandFailed, UsageError } from '../failures.ts'
import { email, id, oneOf, silenceTime, text, webAddress } from '../readings.ts'
import { isoTime, listText, timeText } from '../wording.ts'

const shownPast = 50

const list = defineCommand({
  words: 'alarm list',
  summary: 'Show what needs attention now, over all nodes, or what has ended lately',
  operands: {},
  options: { past: flag('those that have ended') },
  async run({ options, open }) {
    const { store, now } = await open()
    const alarms = options.past
      ? await store.pastAlarms({ before: null, limit: shownPast })
      : await store.openAlarms({ now: now() })
    return {
      json: alarms.map((alarm) => ({
        id: alarm.id,
        kind: alarm.kind,
        severity: alarmSeverity(alarm.kind),
        subject: alarm.subject,
        since: isoTime(alarm.since),
        ended: isoTime(alarm.endedAt ?? 0),
        silenced: alarm.isSilenced,
        nodes: alarm.nodes,
        facts: alarm.facts,
        text: alarmSentence('en', alarm),
      })),
      text: table(
        ['SINCE (UTC)', ...(options.past ? ['UNTIL (UTC)'] : ['NODES']), 'ALARM'],
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
  operands: {},
  options: {},
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

const notify = defineCommand({
  words: 'alarm notify',
  summary: 'Notify somebody of alarms: by mail, Telegram, a signed web-hook, or to an Alertmanager',
  operands: {
    channel: operand('CHANNEL', oneOf(...alarmChannels)),
    to: operand('TO', text('a mail address or a URL')),
  },
  options: {
    kind: many('KIND', 'only this kind; repeat it for several', oneOf(...alarmKinds)),
    language: one('LANGUAGE', 'en or ru', oneOf('en', 'ru')),
  },
  async run({ operands: { channel, to }, options, open, terminal }) {
    const reading = channel === 'mail' || channel === 'telegram' ? email : webAddress
    const target = reading.read(to)
    if (target === undefined) throw new UsageError(`TO is "${to}": expected ${reading.expected}`)
    const context = await open()
    const { receiver, secret } = await addAlarmReceiver(
      { ...context, random: terminal.random },
      { channel, target, kinds: options.kind, language: options.language ?? 'en' },
    )
    return {
      json: { id: receiver.id, ...(secret === '' ? {} : { secret }) },
      text: `Receiver ${receiver.id} is notified of alarms.${secret === '' ? '' : `\nSecret of its signatures, shown once: ${secret}`}`,
    }
  },
})

const remove = defineCommand({
  words: 'alarm remove',
  summary: 'Send a receiver nothing more',
  operands: { id: operand('ID', id) },
  options: {},
  async run({ operands, open }) {
    if (!(await removeAlarmReceiver(await open(), operands.id)))
      throw new CommandFailed(`There is no receiver ${operands.id}: see ringkey alarm receivers`)
    return { json: { removed: true }, text: 'Removed.' }
  },
})

const silence = defineCommand({
  words: 'alarm silence',
  summary: 'Notify nobody of some alarms for a while; they are shown as before',
  operands: { time: operand('TIME', silenceTime) },
  options: {
    kind: one('KIND', 'only this kind', oneOf(...alarmKinds)),
    subject: one('SUBJECT', 'only this trunk or service', text()),
    reason: one('TEXT', 'why', text()),
  },
  async run({ operands, options, open }) {
    const silenced = await silenceAlarms(await open(), {
      kind: options.kind ?? '',
      subject: options.subject ?? '',
      reason: options.reason ?? '',
      forMs: operands.time,
    })
    return { json: { id: silenced }, text: `Silence ${silenced} has begun.` }
  },
})

const silences = defineCommand({
  words: 'alarm silences',
  summary: 'Show the silences that last',
  operands: {},
  options: {},
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

const unsilence = defineCommand({
  words: 'alarm unsilence',
  summary: 'End a silence',
  operands: { id: operand('ID', id) },
  options: {},
  async run({ operands, open }) {
    if (!(await endSilence(await open(), operands.id)))
      throw new CommandFailed(`There is no silence ${operands.id}: see ringkey alarm silences`)
    return { json: { ended: true }, text: 'Ended.' }
  },
})

export const alarmCommands = [list, receivers, notify, remove, silence, silences, unsilence]
