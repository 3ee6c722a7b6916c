import { Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import type { TrunksView } from '@ringkey/server/cabinet-api'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { SmallFigure } from '../../parts/small-figure.tsx'
import { sipTallyTexts } from './sip-tally-texts.ts'

const troubles = ['strangers', 'retransmitted', 'timedOut', 'unreadable', 'droppedAnswers', 'faults'] as const

/** What went wrong on the SIP sockets of this node, with what each count means. */
export function SipTally({ sip }: { readonly sip: NonNullable<TrunksView['sip']> }) {
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
