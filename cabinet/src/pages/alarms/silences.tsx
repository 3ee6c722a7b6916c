import { Button, Text } from '@mantine/core'
import { alarmName } from '@ringkey/server/alarms'
import type { AlarmsView } from '@ringkey/server/cabinet-api'
import { useOperatorChange } from '../../api/operator.ts'
import { useLanguage, useTexts } from '../../language/language.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { Upcoming } from '../../parts/moment.tsx'
import { Section } from '../../parts/section.tsx'
import { alarmsTexts } from './texts.ts'

export function Silences({ silences, onAdd }: Pick<AlarmsView, 'silences'> & { readonly onAdd: () => void }) {
  const text = useTexts(alarmsTexts)
  const { language } = useLanguage()
  const end = useOperatorChange<{ id: number }>(({ id }) => `/operator/alarms/silences/${id}/end`)
  const nameOf = (kind: string) => (kind === '' ? text.anyKind : alarmName(language, kind))
  return (
    <Section
      title={text.silences}
      about={text.silencesAbout}
      actions={
        <Button variant="default" aria-label={text.addSilence} onClick={onAdd}>
          {text.add}
        </Button>
      }
    >
      <DataTable
        label={text.silences}
        rows={silences}
        keyOf={({ id }) => id}
        error={end.error}
        empty={<Text size="sm">{text.noSilences}</Text>}
        columns={[
          { title: text.kind, cell: ({ kind }) => nameOf(kind) },
          { title: text.subject, cell: ({ subject }) => subject || text.anySubject },
          { title: text.until, sortBy: ({ until }) => until, cell: ({ until }) => <Upcoming at={until} /> },
          { title: text.reason, cell: ({ reason }) => reason || '–' },
          {
            title: '',
            align: 'right',
            cell: ({ id, kind }) => (
              <Button
                variant="subtle"
                size="compact-sm"
                aria-label={text.endName(nameOf(kind))}
                loading={end.isPending && end.variables.id === id}
                onClick={() => end.mutate({ id })}
              >
                {text.end}
              </Button>
            ),
          },
        ]}
      />
    </Section>
  )
}
