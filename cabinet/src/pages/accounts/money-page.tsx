import { Alert, Text } from '@mantine/core'
import type { Answer } from '@ringkey/server/cabinet-api'
import { keepPreviousData } from '@tanstack/react-query'
import { useSearchParams } from 'wouter'
import { addressOf } from '../../api/client.ts'
import { useRead } from '../../api/use-api.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { monthText } from '../../language/time-zone.ts'
import { useTimeZone } from '../../language/use-time-zone.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { DownloadButton } from '../../parts/download-button.tsx'
import { RowLink } from '../../parts/row-link.tsx'
import { Section } from '../../parts/section.tsx'
import { TextLink } from '../../parts/text-link.tsx'
import { ConsolePage } from '../console-page.tsx'
import { operatorMoneyTexts } from './money-texts.ts'
import { Party } from './party.tsx'

type OperatorMoneyView = Answer<'/operator/money'>
type Margin = Pick<OperatorMoneyView['months'][number], 'revenue' | 'cost' | 'margin'>

/** What customers were charged, what trunks cost, and what remains. */
export default function MoneyPage() {
  const text = useTexts(operatorMoneyTexts)
  const [search] = useSearchParams()
  const month = search.get('month')
  const zone = useTimeZone()
  return (
    <ConsolePage
      name="money"
      from={useRead('/operator/money', { month, zone }, { placeholderData: keepPreviousData })}
      height={400}
    >
      {(data) => (
        <>
          {data.demo && <Alert color="yellow">{text.demo}</Alert>}
          <Months view={data} />
          <Customers view={data} />
          <Trunks view={data} />
          <Text variant="hint">{text.about}</Text>
          <Party account={null} details={data.seller} />
        </>
      )}
    </ConsolePage>
  )
}

function useMarginColumns<Row extends Margin>(): readonly Column<Row>[] {
  const text = useTexts(operatorMoneyTexts)
  const formats = useFormats()
  return [
    { title: text.revenue, value: ({ revenue }) => revenue, as: 'price' },
    { title: text.cost, value: ({ cost }) => cost, as: 'price' },
    { title: text.margin, value: ({ margin }) => margin, as: 'price' },
    {
      title: text.share,
      align: 'right',
      cell: ({ margin, revenue }) => (revenue === 0 ? null : formats.percent(margin / revenue)),
    },
  ]
}

function Months({ view }: { readonly view: OperatorMoneyView }) {
  const text = useTexts(operatorMoneyTexts)
  const formats = useFormats()
  const zone = useTimeZone()
  const margins = useMarginColumns<OperatorMoneyView['months'][number]>()
  return (
    <Section title={text.byMonth}>
      <DataTable
        label={text.byMonth}
        rows={view.months}
        keyOf={({ at }) => at}
        empty={<Text size="sm">{text.none}</Text>}
        columns={[
          {
            title: text.month,
            card: 'title',
            cell: ({ at }) => (
              <RowLink href={`/console/money?month=${monthText(at, zone)}`}>{formats.month(at)}</RowLink>
            ),
          },
          {
            title: text.toppedUp,
            align: 'right',
            cell: ({ toppedUp }) => formats.price(toppedUp),
          },
          ...margins,
        ]}
      />
    </Section>
  )
}

function Customers({ view }: { readonly view: OperatorMoneyView }) {
  const text = useTexts(operatorMoneyTexts)
  const formats = useFormats()
  const zone = useTimeZone()
  const margins = useMarginColumns<OperatorMoneyView['customers'][number]>()
  const title = text.byCustomer(formats.month(view.at))
  const file = addressOf('/operator/money/customers.csv', { month: monthText(view.at, zone), zone })
  return (
    <Section
      title={title}
      actions={
        <DownloadButton href={file} size="xs" title={text.monthCsvHint}>
          {text.monthCsv}
        </DownloadButton>
      }
    >
      <DataTable
        label={title}
        rows={view.customers}
        keyOf={({ id }) => id}
        empty={<Text size="sm">{text.none}</Text>}
        columns={[
          {
            title: text.customer,
            card: 'title',
            sortBy: ({ email }) => email,
            cell: ({ id, email }) => <RowLink href={`/console/accounts/${id}`}>{email}</RowLink>,
          },
          ...margins,
        ]}
        actions={({ id, email }) => (
          <TextLink
            href={`/console/statements/${id}-${monthText(view.at, zone)}`}
            aria-label={text.statementOf(email)}
          >
            {text.statement}
          </TextLink>
        )}
      />
    </Section>
  )
}

function Trunks({ view }: { readonly view: OperatorMoneyView }) {
  const text = useTexts(operatorMoneyTexts)
  const formats = useFormats()
  const title = text.byTrunk(formats.month(view.at))
  return (
    <Section title={title}>
      <DataTable
        label={title}
        rows={view.trunks}
        keyOf={({ trunk }) => trunk}
        empty={<Text size="sm">{text.noTrunks}</Text>}
        columns={[
          { title: text.trunk, value: ({ trunk }) => trunk, card: 'title' },
          { title: text.attempts, value: ({ attempts }) => attempts, as: 'number' },
          { title: text.cost, value: ({ cost }) => cost, as: 'price' },
        ]}
      />
    </Section>
  )
}
