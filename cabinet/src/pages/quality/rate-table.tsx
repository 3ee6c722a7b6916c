import { Anchor, Group, Select, Table, Text, Title, UnstyledButton } from '@mantine/core'
import type { Rate } from '@ringkey/server/cabinet-api'
import { Link } from 'wouter'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { qualityNames } from '../../language/quality-names.ts'
import { DefinedTerm } from '../../parts/definition.tsx'
import type { Asked, QualityKey, QualityReport, SortName } from './asked.ts'
import classes from './quality.module.css'
import { qualityTexts } from './texts.ts'

type QualityRow = QualityReport['rows'][number]

const shareOf = (figures: QualityReport['overall'] | null, rate: Rate): number | null =>
  figures === null || figures.shares[rate].of === 0
    ? null
    : figures.shares[rate].hits / figures.shares[rate].of

/** What the rows are ordered by; what is not known comes last. */
function sortValue({ key, now, before }: QualityRow, sort: SortName, rate: Rate): number | string {
  const [share, earlier] = [shareOf(now, rate), shareOf(before, rate)]
  switch (sort) {
    case 'key':
      return key
    case 'calls':
      return -now.calls
    case 'rate':
      return share ?? Number.POSITIVE_INFINITY
    case 'change':
      return share === null || earlier === null ? Number.POSITIVE_INFINITY : share - earlier
    case 'pdd':
      return -(now.pddMs ?? 0)
    case 'cost':
      return -(now.cost ?? 0)
    case 'margin':
      return now.margin ?? 0
  }
}

function inOrder(rows: readonly QualityRow[], sort: SortName, rate: Rate): QualityRow[] {
  return rows.toSorted((one, other) => {
    const [left, right] = [sortValue(one, sort, rate), sortValue(other, sort, rate)]
    return left < right ? -1 : left > right ? 1 : 0
  })
}

/** The figures by one key. A name narrows the page down to it; the number of calls leads to them. */
export function RateTable(props: {
  readonly report: QualityReport
  readonly asked: Asked
  readonly keys: readonly QualityKey[]
  readonly nameOf: (by: QualityKey, key: string) => string
  readonly onChange: (changes: Readonly<Record<string, string | null>>) => void
  readonly onNarrow: (by: QualityKey, key: string) => void
  readonly callsOf: (by: QualityKey, key: string) => string
}) {
  const { report, asked, nameOf } = props
  const { rate, sort } = asked
  const text = useTexts(qualityTexts)
  const words = useTexts(qualityNames)
  const formats = useFormats()
  const isMoneyShown = report.overall.cost !== null
  // Without prices of carriers it would be the spend once more.
  const isMarginShown = (report.overall.carrierCost ?? 0) > 0
  const changeText = (change: number) => {
    const points = Math.round(change * 1000) / 10
    const sign = points > 0 ? '▲ ' : points < 0 ? '▼ ' : ''
    return `${sign}${formats.number(Math.abs(points))} ${text.points}`
  }
  const head = (name: SortName, label: string, more: object = {}) => (
    <Table.Th aria-sort={sort === name ? 'descending' : 'none'} {...more}>
      <UnstyledButton fz="inherit" fw="inherit" onClick={() => props.onChange({ sort: name })}>
        {label}
        {sort === name && ' ↓'}
      </UnstyledButton>
    </Table.Th>
  )
  return (
    <>
      <Group justify="space-between">
        <Title order={2}>{text.bys[report.by]}</Title>
        <Select
          size="xs"
          w={180}
          aria-label={text.by}
          data={props.keys.map((value) => ({ value, label: text.bys[value] }))}
          value={report.by}
          onChange={(by) => props.onChange({ by })}
        />
      </Group>
      {/** biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard */}
      <section className={classes.scroll} tabIndex={0} aria-label={text.bys[report.by]}>
        <Table horizontalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              {head('key', text.bys[report.by])}
              {head('calls', text.calls, { ta: 'end' })}
              {head('rate', words[rate], { ta: 'end' })}
              {head('change', text.change, { ta: 'end' })}
              <Table.Th ta="end" visibleFrom="sm">
                {text.band}
              </Table.Th>
              {head('pdd', words.pdd, { ta: 'end', visibleFrom: 'sm' })}
              {isMoneyShown && head('cost', text.spend, { ta: 'end', visibleFrom: 'sm' })}
              {isMarginShown && head('margin', text.margin, { ta: 'end', visibleFrom: 'sm' })}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {inOrder(report.rows, sort, rate).map((row) => {
              const { key, now } = row
              const [share, earlier] = [shareOf(now, rate), shareOf(row.before, rate)]
              const { low, high } = now.shares[rate]
              return (
                <Table.Tr key={key}>
                  <Table.Td>
                    {report.by === 'service' ? (
                      nameOf(report.by, key)
                    ) : (
                      <Anchor
                        component="button"
                        type="button"
                        fz="inherit"
                        ta="start"
                        onClick={() => props.onNarrow(report.by, key)}
                      >
                        {nameOf(report.by, key)}
                      </Anchor>
                    )}
                  </Table.Td>
                  <Table.Td ta="end">
                    <Anchor component={Link} href={props.callsOf(report.by, key)} fz="inherit">
                      {formats.number(now.calls)}
                    </Anchor>
                  </Table.Td>
                  <Table.Td ta="end">
                    {share === null ? '–' : formats.percent(share)}
                    <Text span variant="note" ms={6} visibleFrom="sm">
                      {share !== null && formats.outOf(now.shares[rate].hits, now.shares[rate].of)}
                    </Text>
                  </Table.Td>
                  <Table.Td ta="end">
                    {share === null || earlier === null ? '–' : changeText(share - earlier)}
                  </Table.Td>
                  <Table.Td ta="end" visibleFrom="sm">
                    {low === null || high === null
                      ? '–'
                      : `${formats.percent(low)} – ${formats.percent(high)}`}
                  </Table.Td>
                  <Table.Td ta="end" visibleFrom="sm">
                    {now.pddMs === null ? '–' : formats.seconds(now.pddMs)}
                  </Table.Td>
                  {isMoneyShown && (
                    <Table.Td ta="end" visibleFrom="sm">
                      {formats.money(now.cost ?? 0)}
                    </Table.Td>
                  )}
                  {isMarginShown && (
                    <Table.Td ta="end" visibleFrom="sm">
                      {formats.money(now.margin ?? 0)}
                    </Table.Td>
                  )}
                </Table.Tr>
              )
            })}
          </Table.Tbody>
        </Table>
      </section>
      {report.rows.length === report.rowsLimit && (
        <Text variant="note">{text.shownOf(formats.number(report.rowsLimit))}</Text>
      )}
      <Text variant="note" component="div">
        <DefinedTerm term={rate} /> <DefinedTerm term="pdd" />
      </Text>
    </>
  )
}
