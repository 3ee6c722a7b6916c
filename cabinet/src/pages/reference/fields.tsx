import { Text } from '@mantine/core'
import type { FieldRow } from '@ringkey/server/documentation'
import { DataTable } from '../../parts/data-table.tsx'
import { InlineCode } from '../../parts/marked-text.tsx'
import { Prose } from './prose.tsx'
import { useReader } from './reader.ts'
import classes from './reference.module.css'

/** A table of parameters, of the members of an answer, or of headers. */
export function Fields({ label, rows }: { readonly label: string; readonly rows: readonly FieldRow[] }) {
  const { texts } = useReader().documentation
  return (
    <DataTable
      label={label}
      rows={rows}
      keyOf={({ name }) => name}
      empty={<Text size="sm">{texts.noParameters}</Text>}
      columns={[
        {
          title: texts.field,
          card: 'title',
          width: '26%',
          cell: ({ name }) => <InlineCode>{name}</InlineCode>,
        },
        {
          title: texts.type,
          card: 'second',
          width: '20%',
          cell: ({ type, isRequired, place }) => (
            <Text size="sm" c="dimmed">
              {[
                type,
                ...(place === undefined ? [] : [texts.places[place]]),
                ...(isRequired ? [] : [texts.optional]),
              ].join(', ')}
            </Text>
          ),
        },
        { title: texts.meaning, card: 'bare', cell: (row) => <Meaning row={row} /> },
      ]}
    />
  )
}

function Meaning({ row }: { readonly row: FieldRow }) {
  const { meaning, values = [] } = row
  if (values.length === 0) return <Prose>{meaning}</Prose>
  return (
    <div>
      <Prose>{meaning}</Prose>
      <ul className={classes.values}>
        {values.map(({ value, meaning: explained }) => (
          <li key={value}>
            <InlineCode>{value}</InlineCode> — <Prose>{explained}</Prose>
          </li>
        ))}
      </ul>
    </div>
  )
}
