import { alarmTexts } from '@ringkey/server/alarm-texts'
import type { AlarmRecord } from '@ringkey/server/cabinet-api'
import { useTexts } from '../../language/language.tsx'

type Alarm = Pick<AlarmRecord, 'kind' | 'subject' | 'facts'>

/** An alarm in words; its kind alone when a newer node raised it. */
export function useAlarmSentence(): (alarm: Alarm) => string {
  const sentences = useTexts(alarmTexts)
  return ({ kind, subject, facts }) => sentences[kind]?.(subject, facts) ?? kind
}
