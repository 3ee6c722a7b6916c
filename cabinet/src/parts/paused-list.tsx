import { Text } from '@mantine/core'
import type { PausedView } from '@ringkey/server/cabinet-api'
import type { ReactNode } from 'react'
import { destinationText } from '../language/destination.ts'
import { useFormats } from '../language/formats.ts'
import { useTexts } from '../language/language.tsx'
import { withCommon } from '../language/terms.ts'
import { defineMessages } from '../language/texts.ts'
import { ConfirmButton } from './confirm-button.tsx'
import { DataTable } from './data-table.tsx'
import { Moment } from './moment.tsx'

const texts = withCommon({
  label: ['Paused destinations', 'Приостановленные направления'],
  reasons: {
    'new-country': ['a new country', 'новая страна'],
    'new-prefix': ['a new prefix', 'новый префикс'],
    burst: ['a burst of calls', 'всплеск звонков'],
  },
  said: (reason: string, calls: string, expected: string) => [
    `${reason}: ${calls} calls in an hour, at most ${expected} before`,
    `${reason}: ${calls} звонков за час, раньше не больше ${expected}`,
  ],
  collapsed: (calls: string, expected: string) => [
    `conversion has collapsed: ${calls} calls in two hours instead of ${expected}, and far fewer approved than usual`,
    `обвал конверсии: за два часа проверок ${calls} вместо ${expected}, а подтверждённых намного меньше обычного`,
  ],
  resume: ['Resume', 'Возобновить'],
  resumeName: (destination: string) => [`Resume ${destination}`, `Возобновить ${destination}`],
  question: (destination: string) => [
    `Resume calls to ${destination}?`,
    `Возобновить звонки: ${destination}?`,
  ],
  about: [
    'Make sure that the calls were wanted: unusual traffic may be a stolen key or a bot on a form. The destination is not paused again within a day.',
    'Убедитесь, что эти звонки были нужны: необычный трафик бывает из-за украденного ключа или бота на форме. В течение суток направление не будет приостановлено снова.',
  ],
  gone: ['It is not paused any more.', 'Это направление уже не приостановлено.'],
})

const problems = defineMessages({
  gone: [texts.en.gone, texts.ru.gone],
})

interface Props {
  readonly paused: readonly PausedView[]
  readonly empty: ReactNode
  readonly hasService?: boolean
  /** Undefined for people who may only read. */
  readonly onResume: ((paused: PausedView) => Promise<unknown>) | undefined
}

/** Destinations that unusual traffic has paused, each with the way to resume it. */
export function PausedList({ paused, empty, hasService = false, onResume }: Props) {
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
      ]}
      actions={(each) =>
        onResume && (
          <ConfirmButton
            label={text.resume}
            name={text.resumeName(destinationOf(each))}
            question={text.question(destinationOf(each))}
            onConfirm={() => onResume(each)}
            errorTexts={problems}
          >
            {text.about}
          </ConfirmButton>
        )
      }
    />
  )
}
