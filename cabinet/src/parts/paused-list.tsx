import { Text } from '@mantine/core'
import type { PausedView } from '@ringkey/server/cabinet-api'
import type { ReactNode } from 'react'
import { destinationText } from '../language/destination.ts'
import { useFormats } from '../language/formats.ts'
import { useTexts } from '../language/language.tsx'
import { ConfirmButton } from './confirm-button.tsx'
import { DataTable } from './data-table.tsx'
import { Moment } from './moment.tsx'

const texts = {
  en: {
    label: 'Paused destinations',
    service: 'Service',
    destination: 'Destination',
    why: 'Why',
    since: 'Since',
    reasons: { 'new-country': 'a new country', 'new-prefix': 'a new prefix', burst: 'a burst of calls' },
    said: (reason: string, calls: string, expected: string) =>
      `${reason}: ${calls} calls in an hour, at most ${expected} before`,
    collapsed: (calls: string, expected: string) =>
      `conversion has collapsed: ${calls} calls in two hours instead of ${expected}, and far fewer approved than usual`,
    resume: 'Resume',
    resumeName: (destination: string) => `Resume ${destination}`,
    question: (destination: string) => `Resume calls to ${destination}?`,
    about:
      'Make sure that the calls were wanted: unusual traffic may be a stolen key or a bot on a form. The destination is not paused again within a day.',
    gone: 'It is not paused any more.',
  },
  ru: {
    label: 'Приостановленные направления',
    service: 'Сервис',
    destination: 'Направление',
    why: 'Почему',
    since: 'С',
    reasons: { 'new-country': 'новая страна', 'new-prefix': 'новый префикс', burst: 'всплеск звонков' },
    said: (reason: string, calls: string, expected: string) =>
      `${reason}: ${calls} звонков за час, раньше не больше ${expected}`,
    collapsed: (calls: string, expected: string) =>
      `обвал конверсии: за два часа проверок ${calls} вместо ${expected}, а подтверждённых намного меньше обычного`,
    resume: 'Возобновить',
    resumeName: (destination: string) => `Возобновить ${destination}`,
    question: (destination: string) => `Возобновить звонки: ${destination}?`,
    about:
      'Убедитесь, что эти звонки были нужны: необычный трафик бывает из-за украденного ключа или бота на форме. В течение суток направление не будет приостановлено снова.',
    gone: 'Это направление уже не приостановлено.',
  },
}

const problems = { en: { gone: texts.en.gone }, ru: { gone: texts.ru.gone } }

interface Props {
  readonly paused: readonly PausedView[]
  readonly empty: ReactNode
  readonly hasService?: boolean
  /** Undefined for people who may only read. */
  readonly onResume: ((paused: PausedView) => Promise<unknown>) | undefined
  readonly error: unknown
}

/** Destinations that unusual traffic has paused, each with the way to resume it. */
export function PausedList({ paused, empty, hasService = false, onResume, error }: Props) {
  const text = useTexts(texts)
  const { number, country } = useFormats()
  const destinationOf = ({ prefix }: PausedView) => destinationText(prefix, country)
  const service = { title: text.service, cell: ({ serviceId }: PausedView) => serviceId, width: 90 }
  return (
    <DataTable
      label={text.label}
      rows={paused}
      keyOf={({ serviceId, prefix }) => `${serviceId} ${prefix}`}
      empty={empty}
      columns={[
        ...(hasService ? [service] : []),
        { title: text.destination, cell: (each) => <Text fw={600}>{destinationOf(each)}</Text> },
        {
          title: text.why,
          cell: ({ reason, calls, expected }) =>
            reason === 'conversion'
              ? text.collapsed(number(calls), number(expected))
              : text.said(text.reasons[reason], number(calls), number(expected)),
        },
        { title: text.since, cell: ({ pausedAt }) => <Moment at={pausedAt} /> },
        {
          title: '',
          align: 'right',
          cell: (each) =>
            onResume && (
              <ConfirmButton
                label={text.resume}
                name={text.resumeName(destinationOf(each))}
                question={text.question(destinationOf(each))}
                action={text.resume}
                onConfirm={() => onResume(each)}
                error={error}
                own={problems}
              >
                {text.about}
              </ConfirmButton>
            ),
        },
      ]}
    />
  )
}
