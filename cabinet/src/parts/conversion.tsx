import { ActionIcon, Group, Popover, Text } from '@mantine/core'
import type { ConversionView } from '@ringkey/server/cabinet-api'
import { IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useFormats } from '../language/formats.ts'
import { useTexts } from '../language/language.tsx'
import { terms } from '../language/terms.ts'
import { Figure } from './figure.tsx'

const texts = {
  en: {
    name: terms.en.conversion,
    what: 'What conversion means',
    definition: [
      'Of the phones that a call reached, the share that was approved.',
      'A verification (/v2) counts when it has ended and at least one of its calls was delivered, also if nobody typed a code. It counts for its last delivered call.',
      'A call of /v1.0 counts only when your program reports the result of its check with POST /v2/feedback.',
      'When nothing of this has happened, conversion is not known. Test numbers are not counted.',
    ],
    of: (approved: string, delivered: string) => `approved ${approved} of ${delivered} delivered`,
    unknown: terms.en.unknown,
    unknownNote: 'no checks were reported',
  },
  ru: {
    name: terms.ru.conversion,
    what: 'Что такое конверсия',
    definition: [
      'Доля подтверждённых среди телефонов, до которых дошёл звонок.',
      'Проверка (/v2) учитывается, когда она завершилась и дошёл хотя бы один её звонок, даже если код никто не вводил. Она относится к последнему дошедшему звонку.',
      'Звонок по /v1.0 учитывается, только если ваша программа сообщила итог своей сверки через POST /v2/feedback.',
      'Если ничего этого не было, конверсия неизвестна. Тестовые номера не считаются.',
    ],
    of: (approved: string, delivered: string) => `подтверждено ${approved} из ${delivered} дошедших`,
    unknown: terms.ru.unknown,
    unknownNote: 'сверок кода не было',
  },
}

type Known = ConversionView | null

/** "94 %", or that it is not known. */
export function useConversionText() {
  const text = useTexts(texts)
  const formats = useFormats()
  return (conversion: Known) =>
    conversion === null ? text.unknown : formats.percent(conversion.approved / conversion.delivered)
}

/** The figure, with its definition one click away. */
export function ConversionFigure(props: { readonly conversion: Known; readonly note?: ReactNode }) {
  const text = useTexts(texts)
  const formats = useFormats()
  const told = useConversionText()
  const { conversion } = props
  return (
    <Figure
      name={
        <Group gap={4} component="span" wrap="nowrap">
          {text.name} <Definition />
        </Group>
      }
      value={told(conversion)}
      note={
        props.note ??
        (conversion === null
          ? text.unknownNote
          : text.of(formats.number(conversion.approved), formats.number(conversion.delivered)))
      }
    />
  )
}

function Definition() {
  const text = useTexts(texts)
  return (
    <Popover width={320} withArrow trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon variant="subtle" color="gray" size="xs" aria-label={text.what}>
          <IconInfoCircle size={14} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={text.what}>
        {text.definition.map((sentence) => (
          <Text key={sentence} size="sm" mb={6}>
            {sentence}
          </Text>
        ))}
      </Popover.Dropdown>
    </Popover>
  )
}
