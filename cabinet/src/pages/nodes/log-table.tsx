import { Badge, Group } from '@mantine/core'
import type { Item } from '@ringkey/server/cabinet-api'
import type { ReactNode } from 'react'
import { useFormats } from '../../language/formats.ts'
import { useLanguage, useTexts } from '../../language/language.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { Moment } from '../../parts/moment.tsx'
import type { Pages } from '../../parts/more-button.tsx'
import { nodesTexts } from './texts.ts'

export type LogLine = Item<'/operator/actions'>

interface Props {
  readonly label: string
  /** undefined while they are being asked for. */
  readonly rows: readonly LogLine[] | undefined
  readonly empty: ReactNode
  readonly error: unknown
  readonly pages: Pages & { readonly label: string }
}

/** Lines of the operators' log, as operators and owners see them. */
export function LogTable({ label, rows, empty, error, pages }: Props) {
  const text = useTexts(nodesTexts)
  const { language } = useLanguage()
  return (
    <DataTable
      label={label}
      rows={rows}
      keyOf={({ id }) => id}
      empty={empty}
      error={error}
      pages={pages}
      name="log"
      columns={[
        { title: text.time, card: 'second', cell: ({ createdAt }) => <Moment at={createdAt} /> },
        {
          title: text.what,
          card: 'title',
          cell: (line) => (
            <Group gap="xs">
              {line.words[language]}
              <Outcome line={line} />
            </Group>
          ),
        },
        {
          id: 'who',
          title: text.who,
          cell: ({ email }) => email.replace(/(?<=^|\()command(?=\)?$)/, text.command),
        },
        { id: 'from', title: text.from, cell: ({ ip }) => ip },
      ]}
    />
  )
}

function Outcome({ line: { result, times } }: { readonly line: LogLine }) {
  const text = useTexts(nodesTexts)
  const { number } = useFormats()
  if (result === 'done') return null
  return (
    <Badge color="red" variant="light" size="sm" tt="none">
      {times === 1 ? text.results.refused : `${text.results.refused}, ${text.times(number(times))}`}
    </Badge>
  )
}
