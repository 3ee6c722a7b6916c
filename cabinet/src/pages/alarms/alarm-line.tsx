import { Anchor } from '@mantine/core'
import { alarmPage, alarmSentence } from '@ringkey/server/alarms'
import type { AlarmRecord } from '@ringkey/server/cabinet-api'
import { Link } from 'wouter'
import { useLanguage, useTexts } from '../../language/language.tsx'
import { alarmsTexts } from './texts.ts'

/** One alarm as a line of another page. Loaded when there is one: its sentences are long. */
export default function AlarmLine({
  alarm,
}: {
  readonly alarm: Pick<AlarmRecord, 'kind' | 'subject' | 'facts'>
}) {
  const text = useTexts(alarmsTexts)
  const sentence = alarmSentence(useLanguage().language, alarm)
  const page = alarmPage(alarm)
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
