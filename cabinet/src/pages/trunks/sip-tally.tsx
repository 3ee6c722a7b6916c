import { Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import type { Answer } from '@ringkey/server/cabinet-api'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { defineMessages } from '../../language/texts.ts'
import { SmallFigure } from '../../parts/small-figure.tsx'

const sipTallyTexts = defineMessages({
  title: ['SIP on this node since its start', 'SIP на этом узле с момента запуска'],
  carried: (sent: string, received: string) => [
    `${sent} messages sent, ${received} received.`,
    `Сообщений отправлено: ${sent}, получено: ${received}.`,
  ],
  names: {
    strangers: ['From unknown addresses', 'С неизвестных адресов'],
    retransmitted: ['Retransmitted', 'Отправлено повторно'],
    timedOut: ['Timed out', 'Без ответа'],
    unreadable: ['Invalid messages', 'Неверные сообщения'],
    droppedAnswers: ['Answers dropped', 'Ответы отброшены'],
    faults: ['Internal errors', 'Внутренние ошибки'],
  },
  about: {
    strangers: [
      'Messages and connections from addresses that belong to no trunk. They are not answered.',
      'Сообщения и соединения с адресов, которых нет ни у одного транка. Им не отвечаем.',
    ],
    retransmitted: [
      'No answer had come in time. Many of them mean a lossy network or a slow carrier.',
      'Ответ не пришёл вовремя. Если их много, сеть теряет пакеты или оператор связи отвечает медленно.',
    ],
    timedOut: [
      'Requests that never got a final answer.',
      'Запросы, на которые не пришёл окончательный ответ.',
    ],
    unreadable: [
      'Messages that are not valid SIP. They were dropped or refused.',
      'Сообщения не по правилам SIP. Отброшены или отклонены.',
    ],
    droppedAnswers: [
      'They belong to no request of ours, or came from another address than the trunk’s.',
      'Не относятся к нашим запросам или пришли не с адреса транка.',
    ],
    faults: [
      'Messages that our own code failed on. Each is in the log: please report them.',
      'Сообщения, на которых ошибся сам сервис. Каждое есть в журнале: сообщите о них нам.',
    ],
  },
})

const troubles = ['strangers', 'retransmitted', 'timedOut', 'unreadable', 'droppedAnswers', 'faults'] as const

/** What went wrong on the SIP sockets of this node, with what each count means. */
export function SipTally({ sip }: { readonly sip: NonNullable<Answer<'/operator/trunks'>['sip']> }) {
  const text = useTexts(sipTallyTexts)
  const formats = useFormats()
  return (
    <Paper withBorder p="md" component="section" aria-label={text.title}>
      <Stack gap="xs">
        <Title order={2}>{text.title}</Title>
        <Text variant="note">{text.carried(formats.number(sip.sent), formats.number(sip.received))}</Text>
        <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="lg" verticalSpacing="sm">
          {troubles.map((trouble) => (
            <Stack key={trouble} gap={0}>
              <SmallFigure name={text.names[trouble]}>{formats.number(sip[trouble])}</SmallFigure>
              <Text variant="note">{text.about[trouble]}</Text>
            </Stack>
          ))}
        </SimpleGrid>
      </Stack>
    </Paper>
  )
}
