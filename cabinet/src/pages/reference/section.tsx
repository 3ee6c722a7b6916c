import { Group, List, Stack, Text, Title } from '@mantine/core'
import type { Block, FieldRow, Program, Section as ReferenceSection } from '@ringkey/server/reference'
import { useTexts } from '../../language/language.tsx'
import { CodeBlock } from '../../parts/code-block.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { InlineCode } from '../../parts/marked-text.tsx'
import { Prose } from './prose.tsx'
import { useFilled, useReader } from './reader.ts'
import classes from './reference.module.css'
import { referenceTexts } from './texts.ts'

export function Section({ section }: { readonly section: ReferenceSection }) {
  const { id, title, blocks } = section
  let heading = ''
  return (
    <Stack gap="sm" component="section" id={id} aria-labelledby={`${id}-title`} className={classes.section!}>
      <Title order={2} id={`${id}-title`}>
        {title}
      </Title>
      {blocks.map((block) => {
        if (block.kind === 'heading') heading = block.title
        const what = heading === '' ? title : `${title}: ${heading}`
        return <Drawn key={JSON.stringify(block)} block={block} what={what} />
      })}
    </Stack>
  )
}

/** `what` names the code or the table among those of the page. */
function Drawn({ block, what }: { readonly block: Block; readonly what: string }) {
  const { reference, url } = useReader()
  const filled = useFilled()
  switch (block.kind) {
    case 'text':
      return (
        <Text>
          <Prose>{block.text}</Prose>
        </Text>
      )
    case 'heading':
      return <Title order={3}>{block.title}</Title>
    case 'list':
      return (
        <List size="sm" spacing={4}>
          {block.items.map((item) => (
            <List.Item key={item}>
              <Prose>{item}</Prose>
            </List.Item>
          ))}
        </List>
      )
    case 'code':
      return <CodeBlock code={filled(block.code)} what={what} />
    case 'operation':
      return (
        <Group gap={6}>
          <InlineCode>{`${block.verb} ${block.path}`}</InlineCode>
          <CopyButton value={`${url}${block.path}`} what={`${block.verb} ${block.path}`} />
          <Text variant="hint">{block.note}</Text>
        </Group>
      )
    case 'fields':
      return <Fields rows={block.rows} label={what} />
    case 'codes':
      return (
        <DataTable
          label={what}
          rows={block.rows}
          keyOf={({ code, status }) => `${code} ${status}`}
          empty={null}
          columns={[
            {
              title: reference.labels.code,
              card: 'title',
              width: '26%',
              sortBy: ({ code }) => code,
              cell: ({ code, id }) => <InlineCode {...(id === undefined ? {} : { id })}>{code}</InlineCode>,
            },
            { title: 'HTTP', value: ({ status }) => status, card: 'corner' },
            { title: reference.labels.text, card: 'bare', cell: ({ text }) => <Prose>{text}</Prose> },
          ]}
        />
      )
    case 'programs':
      return <Programs programs={block.programs} what={what} />
    default:
      return null
  }
}

/** A table of parameters, of the members of an answer, or of headers. */
function Fields({ label, rows }: { readonly label: string; readonly rows: readonly FieldRow[] }) {
  const { labels } = useReader().reference
  return (
    <DataTable
      label={label}
      rows={rows}
      keyOf={({ name }) => name}
      empty={null}
      columns={[
        {
          title: labels.field,
          card: 'title',
          width: '26%',
          cell: ({ name }) => <InlineCode>{name}</InlineCode>,
        },
        {
          title: labels.type,
          card: 'second',
          width: '20%',
          cell: ({ type, note }) => <Text variant="hint">{note === '' ? type : `${type}, ${note}`}</Text>,
        },
        { title: labels.meaning, card: 'bare', cell: (row) => <Meaning row={row} /> },
      ]}
    />
  )
}

function Meaning({ row }: { readonly row: FieldRow }) {
  if (row.values.length === 0) return <Prose>{row.meaning}</Prose>
  return (
    <div>
      <Prose>{row.meaning}</Prose>
      <ul className={classes.values}>
        {row.values.map(({ value, meaning }) => (
          <li key={value}>
            <InlineCode>{value}</InlineCode> — <Prose>{meaning}</Prose>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** One program in the language that the reader has chosen for the whole page. */
function Programs({ programs, what }: { readonly programs: readonly Program[]; readonly what: string }) {
  const text = useTexts(referenceTexts)
  const { language, chooseLanguage } = useReader()
  const filled = useFilled()
  const shown = programs.find((program) => program.language === language) ?? programs[0]!
  return (
    <Stack gap={6}>
      <fieldset className={classes.languages} aria-label={text.language}>
        {programs.map((program) => (
          <button
            key={program.language}
            type="button"
            aria-pressed={program === shown}
            onClick={() => chooseLanguage(program.language)}
          >
            {program.language}
          </button>
        ))}
      </fieldset>
      <CodeBlock code={filled(shown.program.trimEnd())} what={what} />
    </Stack>
  )
}
