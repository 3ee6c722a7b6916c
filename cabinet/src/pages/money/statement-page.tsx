import { Button, Group, SimpleGrid, Skeleton, Stack, Table, Text, Title } from '@mantine/core'
import type { Answer } from '@ringkey/server/cabinet-api'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useParams } from 'wouter'
import { addressOf, read } from '../../api/client.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { DownloadButton } from '../../parts/download-button.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { IconPrinter } from '../../parts/icons.tsx'
import { Page } from '../../parts/page.tsx'
import { TextLink } from '../../parts/text-link.tsx'
import { MoneyRows } from './money-rows.tsx'
import { moneyTexts } from './texts.ts'

/** A month for the bookkeeper, of the own account or of a customer. The frame and the buttons are not printed. */
export default function StatementPage() {
  const text = useTexts(moneyTexts)
  const { number = '', ...own } = useParams()
  // The number of a statement is that of its account and the month.
  const [, id, month = own.month ?? ''] = /^(\d+)-(.+)$/.exec(number) ?? []
  const { data, error, isPending } = useQuery({
    queryKey: ['statement', id, month],
    queryFn: () =>
      id === undefined
        ? read('/money/months/:month', { month })
        : read('/operator/accounts/:id/months/:month', { id, month }),
  })
  return (
    <Page
      title={data === undefined ? text.statement : text.statementNumber(data.number)}
      actions={
        hasContent(data) && (
          <Group gap="xs" data-screen-only>
            {id === undefined && (
              <DownloadButton href={addressOf('/money/months/:month/csv', { month })}>
                {text.csv}
              </DownloadButton>
            )}
            <Button onClick={() => window.print()} leftSection={<IconPrinter size={14} />}>
              {text.print}
            </Button>
          </Group>
        )
      }
    >
      <TextLink
        href={id === undefined ? `/money?month=${month}` : `/console/accounts/${id}`}
        data-screen-only
      >
        ← {id === undefined ? text.title : text.customer}
      </TextLink>
      <ErrorNote error={error} />
      {isPending && <Skeleton h={400} />}
      {data !== undefined && <Statement view={data} />}
    </Page>
  )
}

/** A month before the first entry has nothing to save or print. */
const hasContent = (view: Answer<'/money/months/:month'> | undefined) =>
  view !== undefined && (view.opening !== 0 || view.closing !== 0 || view.days.length > 0)

function Statement({ view }: { readonly view: Answer<'/money/months/:month'> }) {
  const text = useTexts(moneyTexts)
  const formats = useFormats(view.timeZone)
  const what = (name: string) => text.modes[name as keyof typeof text.modes] ?? name
  return (
    <Stack gap="lg">
      <Text>{text.statementOf(formats.date(view.from), formats.date(view.to - 1))}</Text>
      {!view.isOver && <Text c="dimmed">{text.notOver}</Text>}
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Party name={text.seller} details={view.seller} />
        <Party name={text.buyer} details={view.buyer} />
      </SimpleGrid>
      <Table aria-label={text.statement} maw={640}>
        <Table.Tbody>
          <Line name={text.opening} sum={formats.price(view.opening)} />
          <Line name={text.topUps} sum={formats.price(view.toppedUp)} />
          {view.reversed > 0 && <Line name={text.reversals} sum={formats.price(-view.reversed)} />}
          {view.charges.map(({ what: name, all, paid, sum }) => (
            <Line
              key={name}
              name={`${what(name)}: ${text.paidOf(formats.number(paid), formats.number(all))}`}
              sum={formats.price(-sum)}
            />
          ))}
          {view.otherCharges > 0 && <Line name={text.otherCharges} sum={formats.price(-view.otherCharges)} />}
          <Line name={<b>{text.spentInAll}</b>} sum={<b>{formats.price(-view.spent)}</b>} />
          <Line name={<b>{text.closing}</b>} sum={<b>{formats.price(view.closing)}</b>} />
        </Table.Tbody>
      </Table>
      <Title order={2}>{text.byDay}</Title>
      <MoneyRows
        label={text.byDay}
        rows={view.days}
        nameOf={({ at }) => formats.weekday(at)}
        empty={<Text size="sm">{text.none}</Text>}
      />
      <Text variant="hint">{text.inZone(view.timeZone)}</Text>
    </Stack>
  )
}

function Line({ name, sum }: { readonly name: ReactNode; readonly sum: ReactNode }) {
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={400}>
        {name}
      </Table.Th>
      <Table.Td ta="right">{sum}</Table.Td>
    </Table.Tr>
  )
}

function Party({ name, details }: { readonly name: string; readonly details: string }) {
  const text = useTexts(moneyTexts)
  return (
    <div>
      <Text variant="hint">{name}</Text>
      <Text style={{ whiteSpace: 'pre-line' }}>{details === '' ? text.noParty : details}</Text>
    </div>
  )
}
