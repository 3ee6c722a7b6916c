import { Anchor } from '@mantine/core'
import { alarmPage } from '@ringkey/server/alarm-texts'
import type { AlarmRecord } from '@ringkey/server/cabinet-api'
import { Link } from 'wouter'
import { useTexts } from '../../language/language.tsx'
import { alarmsTexts } from './texts.ts'
import { useAlarmSentence } from './use-sentence.ts'

/** One alarm as a line of another page. Loaded when there is one: its sentences are long. */
export default function AlarmLine({
  alarm,
}: {
  readonly alarm: Pick<AlarmRecord, 'kind' | 'subject' | 'facts'>
}) {
  const text = useTexts(alarmsTexts)
  const sentence = useAlarmSentence()(alarm)
  const page = alarmPage(alarm.kind, alarm.facts)
  return (
    <>
      {sentence}{' '}
      {page !== undefined && (
        <Anchor
          component={Link}
          href={page}
          size="sm"
          fw={600}
          c="inherit"
          underline="always"
          aria-label={text.lookAt(sentence)}
        >
          {text.look}
        </Anchor>
      )}
    </>
  )
}
