import { Anchor } from '@mantine/core'
import { alarmPage, alarmSentence } from '@ringkey/server/alarms'
import type { AlarmRecord } from '@ringkey/server/cabinet-api'
import { useLanguage, useTexts } from '../../language/language.tsx'
import { TextLink } from '../../parts/text-link.tsx'
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
        <TextLink href={page} fw={600} c="inherit" underline="always" aria-label={text.lookAt(sentence)}>
          {text.look}
        </TextLink>
      )}{' '}
      <Anchor
        href={`/docs/alarms#${alarm.kind}`}
        target="_blank"
        rel="noreferrer"
        c="inherit"
        underline="always"
        inherit
        aria-label={text.whatToDoAbout(sentence)}
      >
        {text.whatToDo}
      </Anchor>
    </>
  )
}
