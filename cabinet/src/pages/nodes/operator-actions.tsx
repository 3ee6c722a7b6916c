import { Group, Text } from '@mantine/core'
import { addressOf, read } from '../../api/client.ts'
import { usePages } from '../../api/use-pages.ts'
import { useAddressQuery } from '../../frame/address-query.ts'
import { useTexts } from '../../language/language.tsx'
import { DownloadButton } from '../../parts/download-button.tsx'
import { choicesOf, Filters } from '../../parts/filters.tsx'
import { periodIn } from '../../parts/period.ts'
import { Section } from '../../parts/section.tsx'
import { useTimed } from '../../parts/use-timed.ts'
import { LogTable } from './log-table.tsx'
import { nodesTexts } from './texts.ts'

const formats = ['csv', 'jsonl'] as const

/** One log: what operators changed, sign-ins, and refused keys. */
export function OperatorActions() {
  const text = useTexts(nodesTexts)
  const [address] = useAddressQuery()
  const timed = useTimed()
  const query = {
    ...periodIn(address),
    group: address.get('group'),
    result: address.get('result'),
    who: address.get('who'),
    ip: address.get('ip'),
  }
  const list = usePages(
    ['operator', 'actions'],
    query,
    (asked) => read('/operator/actions', timed(asked)),
    text.earlier,
  )
  const downloads = formats.map((format) => (
    <DownloadButton
      key={format}
      href={addressOf('/operator/actions/export', { ...timed(query), format })}
      download={`ringkey-log.${format}`}
      size="compact-sm"
    >
      {format === 'csv' ? 'CSV' : 'JSON lines'}
    </DownloadButton>
  ))
  return (
    <Section title={text.actions} about={text.actionsAbout} actions={<Group gap="xs">{downloads}</Group>}>
      <Filters
        filters={[
          { name: 'group', label: text.about, choices: choicesOf(text.abouts) },
          { name: 'result', label: text.result, choices: choicesOf(text.results) },
          { name: 'who', label: text.emailPart, isTyped: true },
          { name: 'ip', label: text.address, isTyped: true },
        ]}
        period={{}}
      />
      <LogTable label={text.actions} empty={<Text size="sm">{text.noActions}</Text>} {...list} />
    </Section>
  )
}
