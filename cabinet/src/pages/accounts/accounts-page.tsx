import { Badge, Group, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'wouter'
import { useRead } from '../../api/use-api.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { bindText } from '../../parts/bind.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { IconSearch } from '../../parts/icons.tsx'
import { Page } from '../../parts/page.tsx'
import { RowLink } from '../../parts/row-link.tsx'
import { navigationTexts } from '../texts.ts'
import { AuditButton } from './audit-button.tsx'
import { accountsTexts } from './texts.ts'

const typingMs = 200

export default function AccountsPage() {
  const text = useTexts(accountsTexts)
  const names = useTexts(navigationTexts)
  const formats = useFormats()
  const [parameters, setParameters] = useSearchParams()
  const [searchText, setSearchText] = useState(parameters.get('q') ?? '')
  const [q] = useDebouncedValue(searchText.trim(), typingMs)
  // The search is in the address, so that a link shows the same result.
  useEffect(() => setParameters(q === '' ? {} : { q }, { replace: true }), [q, setParameters])
  const { data, error } = useRead('/operator/accounts', { q }, { placeholderData: keepPreviousData })
  return (
    <Page title={names.accounts} actions={<AuditButton />}>
      <Group justify="space-between">
        <TextInput
          aria-label={text.search}
          placeholder={text.search}
          leftSection={<IconSearch size={14} />}
          w={300}
          {...bindText(searchText, setSearchText)}
        />
        {data !== undefined && (
          <Text variant="hint">
            {text.shown(formats.number(data.items.length), formats.number(data.total))}
          </Text>
        )}
      </Group>
      <DataTable
        label={names.accounts}
        name="accounts"
        isPartial={data !== undefined && data.items.length < data.total}
        rows={data?.items}
        error={error}
        keyOf={({ id }) => id}
        empty={
          <EmptyState title={q === '' ? text.none : text.notFound}>
            {q === '' ? text.noneAbout : text.notFoundAbout}
          </EmptyState>
        }
        columns={[
          { id: 'id', title: text.id, value: ({ id }) => id, width: 60 },
          {
            title: text.email,
            card: 'title',
            sortBy: ({ email }) => email,
            cell: ({ id, email, demo }) => (
              <Group gap={6}>
                <RowLink href={`/console/accounts/${id}`}>{email}</RowLink>
                {demo && <Badge color="yellow">{text.demo}</Badge>}
              </Group>
            ),
          },
          {
            id: 'status',
            title: text.status,
            card: 'corner',
            sortBy: ({ status }) => status,
            cell: ({ status }) => (
              <Badge color={status === 'active' ? 'teal' : 'red'}>{text.statuses[status]}</Badge>
            ),
          },
          { id: 'tariff', title: text.tariff, value: ({ tariff }) => tariff },
          { id: 'services', title: text.services, value: ({ services }) => services, as: 'number' },
          { id: 'balance', title: text.balance, value: ({ balance }) => balance, as: 'money' },
          {
            id: 'last-request',
            title: text.lastRequest,
            value: ({ lastRequestAt }) => lastRequestAt,
            as: 'last',
          },
        ]}
      />
    </Page>
  )
}
