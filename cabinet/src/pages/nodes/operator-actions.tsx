import { Group, Select, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { LogGroup, LogResult } from '@ringkey/server/cabinet-api'
import { useState } from 'react'
import { addressOf, read } from '../../api/client.ts'
import { usePages } from '../../api/use-pages.ts'
import { useTexts } from '../../language/language.tsx'
import { startOfDay } from '../../language/time-zone.ts'
import { useTimeZone } from '../../language/use-time-zone.ts'
import { bindText } from '../../parts/bind.ts'
import { DownloadButton } from '../../parts/download-button.tsx'
import { Section } from '../../parts/section.tsx'
import { LogTable } from './log-table.tsx'
import { nodesTexts } from './texts.ts'

const abouts = ['all', 'changes', 'sign-ins', 'keys'] as const satisfies readonly ('all' | LogGroup)[]
const results = ['all', 'done', 'refused'] as const satisfies readonly ('all' | LogResult)[]
const formats = ['csv', 'jsonl'] as const
const typingMs = 300

const nothing = { about: 'all', result: 'all', who: '', ip: '', from: '', to: '' }
type Wanted = typeof nothing

/** One log: what operators changed, sign-ins, and refused keys. */
export function OperatorActions() {
  const text = useTexts(nodesTexts)
  const [wanted, setWanted] = useState(nothing)
  const [settled] = useDebouncedValue(wanted, typingMs)
  const query = queryOf(settled, useTimeZone())
  const list = usePages(
    ['operator', 'actions'],
    query,
    (asked) => read('/operator/actions', asked),
    text.earlier,
  )
  const downloads = formats.map((format) => (
    <DownloadButton
      key={format}
      href={addressOf('/operator/actions/export', { ...query, format })}
      download={`ringkey-log.${format}`}
      size="compact-sm"
    >
      {format === 'csv' ? 'CSV' : 'JSON lines'}
    </DownloadButton>
  ))
  return (
    <Section title={text.actions} about={text.actionsAbout} actions={<Group gap="xs">{downloads}</Group>}>
      <Filters wanted={wanted} onChange={(change) => setWanted({ ...wanted, ...change })} />
      <LogTable label={text.actions} empty={<Text size="sm">{text.noActions}</Text>} {...list} />
    </Section>
  )
}

interface FiltersProps {
  readonly wanted: Wanted
  readonly onChange: (change: Partial<Wanted>) => void
}

function Filters({ wanted, onChange }: FiltersProps) {
  const text = useTexts(nodesTexts)
  return (
    <Group gap="xs" align="flex-end" mb="sm">
      <Select
        label={text.about}
        w={140}
        data={abouts.map((value) => ({ value, label: text.abouts[value] }))}
        value={wanted.about}
        onChange={(about) => onChange({ about: about ?? 'all' })}
      />
      <Select
        label={text.result}
        w={130}
        data={results.map((value) => ({ value, label: text.results[value] }))}
        value={wanted.result}
        onChange={(result) => onChange({ result: result ?? 'all' })}
      />
      <TextInput label={text.emailPart} w={180} {...bindText(wanted.who, (who) => onChange({ who }))} />
      <TextInput label={text.address} w={150} {...bindText(wanted.ip, (ip) => onChange({ ip }))} />
      <TextInput label={text.fromDay} type="date" {...bindText(wanted.from, (from) => onChange({ from }))} />
      <TextInput label={text.toDay} type="date" {...bindText(wanted.to, (to) => onChange({ to }))} />
    </Group>
  )
}

function queryOf({ about, result, who, ip, from, to }: Wanted, zone: string) {
  return {
    group: about === 'all' ? null : about,
    result: result === 'all' ? null : result,
    who: who.trim() || null,
    ip: ip.trim() || null,
    from: startOfDay(from, zone),
    to: startOfDay(to, zone, 1),
  }
}
