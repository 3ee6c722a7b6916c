import { alarmSentence, alarmSeverity } from '../../alarms/alarm-table.ts'
import { readSettings } from '../../config/settings.ts'
import type { NodeAlarms } from '../../http/metrics-server.ts'
import { addAlarmReceiver, endSilence, removeAlarmReceiver, silenceAlarms } from '../../operations/alarms.ts'
import { ExplainedError } from '../../platform/explained-error.ts'
import type { AlarmRecord } from '../../storage/queries/alarms.ts'
import { askNode } from '../ask-node.ts'
import { listCommand, listing } from '../columns.ts'
import { defineCommand, flag } from '../command.ts'
import { CommandFailed } from '../failures.ts'
import { operationCommand } from '../operation-command.ts'
import { silenceTime } from '../readings.ts'
import type { Terminal } from '../terminal.ts'
import { listText } from '../wording.ts'

const shownPast = 50

const list = defineCommand({
  words: 'alarm list',
  summary: 'Show what needs attention now, over all nodes, or what has ended lately',
  options: { past: flag('those that have ended') },
  async run({ options, open, terminal }) {
    if (options.past) {
      const { store } = await open()
      const ended = await store.pastAlarms({ before: null, limit: shownPast })
      return shown(ended, 'No alarm has ended in the last 90 days', { 'UNTIL (UTC)': 'endedAt' })
    }
    const stored = await outcomeOf(async () => {
      const { store, now } = await open()
      return store.openAlarms({ now: now() })
    })
    const own = await outcomeOf(() => alarmsOfNode(terminal))
    if (stored.alarms === undefined && own.alarms === undefined)
      throw new CommandFailed(`${stored.fault}. ${own.fault}`)
    const { alarms = [] } = stored
    const isStored = ({ kind, subject }: AlarmRecord) =>
      alarms.some((each) => each.kind === kind && each.subject === subject)
    const all = [...alarms, ...(own.alarms ?? []).filter((alarm) => !isStored(alarm))]
    const fault = stored.fault || own.fault
    if (fault !== '' && all.length === 0)
      throw new CommandFailed(`Whether something needs attention is unknown. ${fault}`)
    if (fault !== '') terminal.err(`ringkey: alarms may be missing. ${fault}\n`)
    return shown(all, 'Nothing needs attention', { NODES: 'nodes' })
  },
})

const shown = (
  alarms: readonly AlarmRecord[],
  whenEmpty: string,
  column: Readonly<Record<string, keyof AlarmRecord>>,
) =>
  listing(
    alarms,
    whenEmpty,
    {
      'SINCE (UTC)': 'since',
      ...column,
      ALARM: (alarm) => `${alarmSentence('en', alarm)}${alarm.isSilenced ? ' (silenced)' : ''}`,
    },
    ({ seenAt: _, isSilenced, ...alarm }) => ({
      ...alarm,
      severity: alarmSeverity(alarm.kind),
      silenced: isSilenced,
      text: alarmSentence('en', alarm),
    }),
  )

/** What the node of this machine sees, of which the database may know nothing: that it is away, or that the disk is full. */
async function alarmsOfNode({ environment, clock }: Terminal): Promise<AlarmRecord[]> {
  const { node, alarms } = JSON.parse(await askNode(readSettings(environment), '/alarms')) as NodeAlarms
  const unstored = { id: 0, seenAt: clock.now(), endedAt: null, nodes: [node], isSilenced: false }
  return alarms.map((alarm) => ({ ...unstored, ...alarm }))
}

/** The alarms, or why they could not be read. */
async function outcomeOf(read: () => Promise<AlarmRecord[]>) {
  try {
    return { alarms: await read(), fault: '' }
  } catch (error) {
    if (!(error instanceof ExplainedError)) throw error
    return { alarms: undefined, fault: error.message }
  }
}

const listReceivers = listCommand({
  words: 'alarm receiver list',
  summary: 'Show who is notified of alarms',
  records: async ({ store }) =>
    (await store.alarmReceivers()).map(({ sealed: _, chat: __, receiver: ___, ...shown }) => shown),
  whenEmpty: 'No receivers of alarms: see ringkey alarm receiver add --help',
  shown: {
    ID: 'id',
    CHANNEL: 'channel',
    TO: 'target',
    KINDS: ({ kinds }) => listText(kinds),
    'LAST NOTIFIED (UTC)': 'notifiedAt',
    FAULT: ({ fault }) => fault || '-',
  },
})

const addReceiver = operationCommand(
  addAlarmReceiver,
  {
    words: 'alarm receiver add',
    summary: 'Notify somebody of alarms: by mail, Telegram or a signed webhook',
    operands: { channel: 'CHANNEL', target: 'TO' },
    options: { kinds: { name: 'kind', value: 'KIND', about: 'only this kind' } },
    defaults: { kinds: [], language: 'en' },
  },
  ({ id, secret }) => ({
    json: { id, ...(secret === '' ? {} : { secret }) },
    text: `Receiver ${id} is notified of alarms.${secret === '' ? '' : `\nSecret of its signatures, shown once: ${secret}`}`,
  }),
)

const removeReceiver = operationCommand(removeAlarmReceiver, {
  words: 'alarm receiver remove',
  operands: { receiver: 'ID' },
})

const addSilence = operationCommand(
  silenceAlarms,
  {
    words: 'alarm silence add',
    summary: 'Stop notifications of some alarms for a while; the alarms are still shown',
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

const listSilences = listCommand({
  words: 'alarm silence list',
  summary: 'Show the active silences',
  records: ({ store, now }) => store.alarmSilences({ now: now() }),
  whenEmpty: 'No active silences',
  shown: {
    ID: 'id',
    KIND: ({ kind }) => kind || 'any',
    SUBJECT: ({ subject }) => subject || 'any',
    'UNTIL (UTC)': 'until',
    REASON: 'reason',
  },
})

const removeSilence = operationCommand(endSilence, {
  words: 'alarm silence remove',
  operands: { silence: 'ID' },
})

export const alarmCommands = [
  list,
  addReceiver,
  listReceivers,
  removeReceiver,
  addSilence,
  listSilences,
  removeSilence,
]
