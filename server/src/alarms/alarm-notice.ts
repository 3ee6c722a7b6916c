import type { AlarmReceiver, StoredAlarm } from '../storage/queries/alarms.ts'
import { alarmPage, alarmSentence, alarmSeverity } from './alarm-table.ts'

/** What somebody is told, and over which channel. */
export interface Notice {
  readonly to: Pick<AlarmReceiver, 'channel' | 'target' | 'chat' | 'sealed'>
  readonly subject: string
  readonly text: string
  /** The `data` of a webhook. */
  readonly data: object
}

const words = {
  en: { over: 'Over', from: 'Since', help: 'What to do', test: 'A test: alarms of Ringkey reach you here.' },
  ru: {
    over: 'Прошло',
    from: 'С',
    help: 'Что делать',
    test: 'Проверка: сюда будут приходить оповещения Ringkey.',
  },
}

/** That an alarm began or has ended, in the language of its receiver; without an alarm, that the receiver is reached. */
export function alarmNotice(
  to: AlarmReceiver,
  isOver: boolean,
  alarm: StoredAlarm | undefined,
  { at, publicUrl }: { readonly at: number; readonly publicUrl: string },
): Notice {
  const test = { kind: 'test', subject: '', since: at, endedAt: null, facts: {} }
  const { kind, subject, since, endedAt, facts } = alarm ?? test
  const text = words[to.language]
  const sentence = alarm === undefined ? text.test : alarmSentence(to.language, alarm)
  const title = isOver ? `${text.over}: ${sentence}` : sentence
  const url = `${publicUrl}/cabinet${alarmPage({ kind, facts }) ?? '/console/alarms'}`
  const isOpen = alarm !== undefined && !isOver
  const runbook = isOpen ? `${publicUrl}/docs/alarms#${kind}` : undefined
  const from = new Date(since).toISOString().replace('T', ' ').replace(/\..*$/, ' UTC')
  return {
    to,
    subject: title,
    text: `${title}\n${text.from} ${from}.\n${url}\n${runbook === undefined ? '' : `${text.help}: ${runbook}\n`}`,
    data: {
      ...{ kind, severity: alarmSeverity(kind), subject, since, ended_at: endedAt, facts, text: title, url },
      ...(runbook === undefined ? {} : { runbook_url: runbook }),
    },
  }
}
