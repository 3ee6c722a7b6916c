import { Anchor, Badge, Group, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { useAccounts } from '../../api/operator.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Page } from '../../parts/page.tsx'
import { navigationTexts } from '../texts.ts'
import { AuditButton } from './audit-button.tsx'
import { accountsTexts } from './texts.ts'

const typingMs = 200

export default function AccountsPage() {
  const text = useTexts(accountsTexts)
  const names = useTexts(navigationTexts)
  const formats = useFormats()
  const [parameters, setParameters] = useSearchParams()
  const [sought, setSought] = useState(parameters.get('q') ?? '')
  const [q] = useDebouncedValue(sought.trim(), typingMs)
  // The search is in the address, so that a link shows the same result.
  useEffect(() => setParameters(q === '' ? {} : { q }, { replace: true }), [q, setParameters])
  const { data, error } = useAccounts(q)
  return (
    <Page title={names.accounts} actions={<AuditButton />}>
      <ErrorNote error={error} />
      <Group justify="space-between">
        <TextInput
          aria-label={text.search}
          placeholder={text.search}
          leftSection={<IconSearch size={14} />}
          w={300}
          value={sought}
          onChange={(event) => setSought(event.currentTarget.value)}
        />
        {data !== undefined && (
          <Text size="sm" c="dimmed">
            {text.shown(formats.number(data.items.length), formats.number(data.total))}
          </Text>
        )}
      </Group>
      <DataTable
        label={names.accounts}
        rows={data?.items}
        keyOf={({ id }) => id}
        empty={
          <EmptyState title={q === '' ? text.none : text.notFound}>
            {q === '' ? text.noneAbout : text.notFoundAbout}
          </EmptyState>
        }
        columns={[
          { title: text.id, cell: ({ id }) => id, width: 60 },
          {
            title: text.email,
            cell: ({ id, email, demo }) => (
              <Group gap={6}>
                <Anchor component={Link} href={`/accounts/${id}`}>
                  {email}
                </Anchor>
                {demo && <Badge color="yellow">{text.demo}</Badge>}
              </Group>
            ),
          },
          {
            title: text.status,
            cell: ({ status }) => (
              <Badge color={status === 'active' ? 'teal' : 'red'}>{text.statuses[status]}</Badge>
            ),
          },
          { title: text.tariff, cell: ({ tariff }) => tariff },
          { title: text.services, align: 'right', cell: ({ services }) => formats.number(services) },
          { title: text.balance, align: 'right', cell: ({ balance }) => formats.money(balance) },
          {
            title: text.lastRequest,
            cell: ({ lastRequestAt }) => (lastRequestAt === 0 ? text.never : <Moment at={lastRequestAt} />),
          },
        ]}
      />
    </Page>
  )
}
