import { Badge, Group, Text } from '@mantine/core'
import type { Answer } from '@ringkey/server/cabinet-api'
import { useOperatorChange } from '../../api/operator.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Section } from '../../parts/section.tsx'
import { SmallFigure } from '../../parts/small-figure.tsx'
import { ImportPanel, type NumberingData } from './import-panel.tsx'
import { numberingProblems, numberingTexts } from './texts.ts'

const bytesPerMegabyte = 1e6
const dayMs = 86_400_000
/** The registry is published every week. */
const oldDays = 45

interface Props {
  readonly data: NumberingData
  readonly view: Answer<'/operator/numbering'>
}

/** One kind of numbering data: the snapshot in use, the upload of a newer one, and earlier snapshots. */
export function NumberingSection({ data, view }: Props) {
  const text = useTexts(numberingTexts)
  const formats = useFormats()
  const snapshots = view[data]
  const current = snapshots.find((snapshot) => snapshot.current)
  const ageDays = current === undefined ? 0 : Math.floor((Date.now() - current.importedAt) / dayMs)
  return (
    <Section
      title={data === 'registry' ? text.registry : text.porting}
      about={data === 'registry' ? text.registryAbout : text.portingAbout}
    >
      {current === undefined ? (
        <Text size="sm">{text.nothing[data]}</Text>
      ) : (
        <Group gap="10px 32px">
          <SmallFigure name={text.imported}>
            <Moment at={current.importedAt} />
          </SmallFigure>
          <SmallFigure name={text.entries[data]}>{formats.number(current.entries)}</SmallFigure>
          <SmallFigure name={text.source}>{current.files.map(({ name }) => name).join(', ')}</SmallFigure>
        </Group>
      )}
      {data === 'registry' && ageDays > oldDays && (
        <Text size="sm" c="orange">
          {text.old(formats.number(ageDays))}
        </Text>
      )}
      <ImportPanel data={data} job={view.imports.find((job) => job.data === data)} />
      {snapshots.length > 0 && <Snapshots data={data} view={view} />}
    </Section>
  )
}

function Snapshots({ data, view }: Props) {
  const text = useTexts(numberingTexts)
  const formats = useFormats()
  const goBack = useOperatorChange('/operator/numbering/rollback')
  return (
    <DataTable
      label={text.snapshot}
      rows={view[data]}
      keyOf={({ snapshot }) => snapshot}
      empty={null}
      columns={[
        {
          title: text.snapshot,
          cell: ({ snapshot, current, forced }) => (
            <Group gap={6}>
              {snapshot}
              {current && <Badge color="teal">{text.inUse}</Badge>}
              {forced && <Badge color="orange">{text.forced}</Badge>}
            </Group>
          ),
        },
        {
          title: text.imported,
          cell: ({ importedAt, problem }) => (importedAt === 0 ? problem : <Moment at={importedAt} />),
        },
        { title: text.entries[data], align: 'right', cell: ({ entries }) => formats.number(entries) },
        {
          title: text.size,
          align: 'right',
          cell: ({ bytes }) => text.megabytes(formats.number(Math.ceil(bytes / bytesPerMegabyte))),
        },
      ]}
      actions={({ snapshot, current }) =>
        !current && (
          <ConfirmButton
            label={text.goBack}
            name={text.goBackName(snapshot)}
            button={{ color: 'teal' }}
            question={text.goBackQuestion}
            onConfirm={() => goBack.mutateAsync({ data, snapshot })}
            errorTexts={numberingProblems}
          >
            {text.goBackAbout(snapshot)}
          </ConfirmButton>
        )
      }
    />
  )
}
