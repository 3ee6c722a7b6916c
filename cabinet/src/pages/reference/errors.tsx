import { Text } from '@mantine/core'
import { DataTable } from '../../parts/data-table.tsx'
import { InlineCode } from '../../parts/marked-text.tsx'
import { Fields } from './fields.tsx'
import { Prose } from './prose.tsx'
import { useReader } from './reader.ts'
import { anchorOf } from './sections.ts'

/** The errors of `/v2`. */
export function Problems() {
  const { texts, v2 } = useReader().documentation
  return (
    <>
      <Text>
        <Prose>{texts.aboutProblems}</Prose>
      </Text>
      <Fields label={`${texts.problems}: ${texts.body}`} rows={v2.problem} />
      <DataTable
        label={texts.problems}
        rows={v2.problems}
        keyOf={({ code }) => code}
        empty={null}
        columns={[
          {
            title: texts.code,
            card: 'title',
            width: '30%',
            sortBy: ({ code }) => code,
            cell: ({ code }) => <InlineCode id={anchorOf(code)}>{code}</InlineCode>,
          },
          { title: 'HTTP', card: 'corner', sortBy: ({ status }) => status, cell: ({ status }) => status },
          {
            title: texts.problem,
            card: 'bare',
            cell: ({ title, detail }) => (
              <div>
                <b>
                  <Prose>{`${title}.`}</Prose>
                </b>{' '}
                <Prose>{detail}</Prose>
              </div>
            ),
          },
        ]}
      />
    </>
  )
}

/** The errors of `/v1.0`. */
export function Errors() {
  const { texts, errors } = useReader().documentation
  return (
    <>
      <Text>
        <Prose>{texts.aboutErrors}</Prose>
      </Text>
      <DataTable
        label={texts.errors}
        rows={errors}
        keyOf={({ code, status }) => `${code} ${status}`}
        empty={null}
        columns={[
          {
            title: texts.code,
            card: 'title',
            width: '12%',
            sortBy: ({ code }) => code,
            // A code with two HTTP statuses has two rows; links lead to the first.
            cell: (row) => (
              <InlineCode
                {...(errors.find(({ code }) => code === row.code) === row ? { id: anchorOf(row.code) } : {})}
              >
                {row.code}
              </InlineCode>
            ),
          },
          { title: 'HTTP', card: 'corner', sortBy: ({ status }) => status, cell: ({ status }) => status },
          { title: texts.text, card: 'bare', cell: ({ text }) => <Prose>{text}</Prose> },
        ]}
      />
    </>
  )
}
