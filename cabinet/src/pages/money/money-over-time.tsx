import { Button, Group, NativeSelect, Stack, Text, Title } from '@mantine/core'
import { Link, useSearchParams } from 'wouter'
import { addressOf } from '../../api/client.ts'
import { useRead } from '../../api/use-api.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { daysIn, monthText } from '../../language/time-zone.ts'
import { useTimeZone } from '../../language/use-time-zone.ts'
import { DownloadButton } from '../../parts/download-button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { IconFileText } from '../../parts/icons.tsx'
import { TextLink } from '../../parts/text-link.tsx'
import { MoneyRows } from './money-rows.tsx'
import { moneyTexts } from './texts.ts'

const allMonths = 'all'

/** The days of a month, or all months; each leads to what it is made of. */
export function MoneyOverTime() {
  const text = useTexts(moneyTexts)
  const formats = useFormats()
  const zone = useTimeZone()
  const [search, setSearch] = useSearchParams()
  const months = useRead('/money/months')
  const known = months.data?.items ?? []
  const chosen = search.get('month') ?? (known[0] === undefined ? '' : monthText(known[0].at, zone))
  const month = chosen === allMonths || chosen === '' ? null : chosen
  const days = useRead('/money/months/:month', { month: month ?? '' }, { enabled: month !== null })
  return (
    <Stack gap="sm">
      <Group justify="space-between" align="flex-end">
        <Title order={2}>{month === null ? text.byMonth : text.byDay}</Title>
        <Group gap="xs" align="flex-end">
          <NativeSelect
            aria-label={text.period}
            value={chosen}
            data={[
              ...known.map(({ at }) => ({ value: monthText(at, zone), label: formats.month(at) })),
              { value: allMonths, label: text.allMonths },
            ]}
            onChange={(event) => setSearch({ month: event.currentTarget.value }, { replace: true })}
          />
          {month !== null && (
            <>
              <Button
                component={Link}
                href={`/money/statements/${month}`}
                variant="default"
                leftSection={<IconFileText size={14} />}
              >
                {text.statement}
              </Button>
              <DownloadButton href={addressOf('/money/months/:month/csv', { month })}>
                {text.csv}
              </DownloadButton>
            </>
          )}
        </Group>
      </Group>
      <MoneyRows
        label={month === null ? text.byMonth : text.byDay}
        rows={month === null ? months.data?.items : days.data?.days.toReversed()}
        error={months.error ?? days.error}
        nameOf={month === null ? ({ at }) => formats.month(at) : ({ at }) => formats.weekday(at)}
        hrefOf={({ at }) =>
          month === null ? `/money?month=${monthText(at, zone)}` : ledgerOf(at, daysIn(zone).nextDay(at))
        }
        empty={<EmptyState title={text.none}>{text.noneYet}</EmptyState>}
      />
      <Text variant="hint">
        {text.rowsAbout}{' '}
        <TextLink href="/money/ledger" underline="always">
          {text.toLedger}
        </TextLink>
      </Text>
    </Stack>
  )
}

const ledgerOf = (from: number, to: number) => `/money/ledger?from=${from}&to=${to}`
