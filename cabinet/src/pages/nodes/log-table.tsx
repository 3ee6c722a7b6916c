import { Badge, Group } from '@mantine/core'
import type { OperatorActionsView } from '@ringkey/server/cabinet-api'
import type { ReactNode } from 'react'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { Moment } from '../../parts/moment.tsx'
import { actionTexts, sentenceOf } from './action-texts.ts'
import { nodesTexts } from './texts.ts'

type Line = OperatorActionsView['items'][number]

interface Props {
  readonly label: string
  /** undefined while they are being asked for. */
  readonly rows: readonly Line[] | undefined
  readonly empty: ReactNode
}

/** Lines of the operators' log, as operators and owners see them. */
export function LogTable({ label, rows, empty }: Props) {
  const text = useTexts(nodesTexts)
  const sentences = useTexts(actionTexts)
  const { money } = useFormats()
  return (
    <DataTable
      label={label}
      rows={rows}
      keyOf={({ id }) => id}
      empty={empty}
      columns={[
        { title: text.time, cell: ({ createdAt }) => <Moment at={createdAt} />, width: 120 },
        {
          title: text.what,
          cell: (line) => (
            <Group gap="xs">
              {sentenceOf(sentences, line, money)}
              <Outcome line={line} />
            </Group>
          ),
        },
        { title: text.who, cell: ({ email }) => email },
        { title: text.from, cell: ({ ip }) => ip },
      ]}
    />
  )
}

function Outcome({ line: { result, times } }: { readonly line: Line }) {
  const text = useTexts(nodesTexts)
  const { number } = useFormats()
  if (result === 'done') return null
  return (
    <Badge color="red" variant="light" size="sm" tt="none">
      {times === 1 ? text.results.refused : `${text.results.refused}, ${text.times(number(times))}`}
    </Badge>
  )
}
