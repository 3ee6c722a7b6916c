import { Alert, Grid, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import type { Answer } from '@ringkey/server/cabinet-api'
import { useRead } from '../../api/use-api.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { Figure } from '../../parts/figure.tsx'
import { Page } from '../../parts/page.tsx'
import { MoneyOverTime } from './money-over-time.tsx'
import { NoticeForm } from './notice-form.tsx'
import { Tariff } from './tariff.tsx'
import { moneyTexts } from './texts.ts'
import { TopUpForm } from './top-up-form.tsx'

const lookAgainMs = 10_000
/** As on the overview. */
const lowDays = 3

export default function MoneyPage() {
  const text = useTexts(moneyTexts)
  const money = useRead('/money', {}, { refetchInterval: lookAgainMs })
  return (
    <Page title={text.title}>
      <ErrorNote error={money.error} />
      {money.isPending && <Skeleton h={70} />}
      {money.data !== undefined && <Figures money={money.data} />}
      <Grid gap="xl">
        <Grid.Col span={{ base: 12, lg: 8 }}>
          <MoneyOverTime />
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 4 }}>
          {money.isPending && <Skeleton h={320} />}
          {money.data !== undefined && (
            <Stack gap="xl">
              <Tariff tariff={money.data.tariff} />
              <NoticeForm notice={money.data.notice} />
              {money.data.hasTopUp ? <TopUpForm /> : <Text variant="hint">{text.topUp}</Text>}
            </Stack>
          )}
        </Grid.Col>
      </Grid>
    </Page>
  )
}

function Figures({ money }: { readonly money: Answer<'/money'> }) {
  const text = useTexts(moneyTexts)
  const formats = useFormats()
  const { balance, held, pace, month } = money
  const lasts = pace.lastsDays === null ? text.lastsUnknown : formats.days(pace.lastsDays)
  return (
    <>
      {pace.lastsDays !== null && pace.lastsDays < lowDays && (
        <Alert color="red" title={text.endsSoon}>
          {text.endsAt(formats.exact(pace.endsAt!))}
        </Alert>
      )}
      <SimpleGrid cols={{ base: 2, md: 5 }} spacing="lg">
        <Figure name={text.balance} value={formats.money(balance)} note={text.balanceHint} />
        <Figure name={text.held} value={formats.money(held)} note={text.heldHint} />
        <Figure
          name={text.pace}
          value={formats.money(pace.perDay)}
          note={text.paceHint(formats.number(pace.days))}
        />
        <Figure
          name={text.month}
          value={formats.money(month.spent)}
          note={text.monthHint(formats.money(month.forecast))}
        />
        <Figure
          name={text.lasts}
          value={lasts}
          note={pace.endsAt === null ? text.lastsUnknownHint : text.lastsHint(formats.day(pace.endsAt))}
        />
      </SimpleGrid>
    </>
  )
}
