import { Button, Group, Switch, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Answer } from '@ringkey/server/cabinet-api'
import { type ReactNode, useState } from 'react'
import { useMay } from '../../api/me.ts'
import { useServices } from '../../api/services.ts'
import { useTexts } from '../../language/language.tsx'
import { bindChecked } from '../../parts/bind.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { IconPlus } from '../../parts/icons.tsx'
import { Page } from '../../parts/page.tsx'
import { RowLink } from '../../parts/row-link.tsx'
import { CreateService } from './create-service.tsx'
import { StatusBadge } from './status-badge.tsx'
import { servicesTexts } from './texts.ts'

export default function ServicesPage() {
  const text = useTexts(servicesTexts)
  const services = useServices()
  const mayChange = useMay('change-services')
  const [isCreating, { open, close }] = useDisclosure(false)
  const [withArchived, setWithArchived] = useState(false)
  const all = services.data ?? []
  const shown = all.filter(({ status }) => withArchived || status !== 'archived')
  const hasArchived = all.some(({ status }) => status === 'archived')
  return (
    <Page
      title={text.title}
      actions={
        <>
          {hasArchived && (
            <Switch label={text.showArchived} {...bindChecked(withArchived, setWithArchived)} />
          )}
          {mayChange && (
            <Button leftSection={<IconPlus size={16} />} onClick={open}>
              {text.create}
            </Button>
          )}
        </>
      }
    >
      <ServiceTable
        services={services.data === undefined ? undefined : shown}
        error={services.error}
        empty={
          <EmptyState title={text.none}>
            {hasArchived ? text.onlyArchived : mayChange && text.whatToDo}
          </EmptyState>
        }
      />
      <CreateService isOpen={isCreating} onClose={close} />
    </Page>
  )
}

function ServiceTable(props: {
  readonly services: Answer<'/services'> | undefined
  readonly error: unknown
  readonly empty: ReactNode
}) {
  const text = useTexts(servicesTexts)
  return (
    <DataTable
      label={text.title}
      name="services"
      rows={props.services}
      keyOf={({ id }) => id}
      error={props.error}
      empty={props.empty}
      columns={[
        {
          title: text.name,
          sortBy: ({ name }) => name,
          cell: ({ id, name }) => <RowLink href={`/services/${id}`}>{name}</RowLink>,
        },
        {
          title: text.id,
          sortBy: ({ id }) => id,
          cell: ({ id }) => (
            <Group gap={4} wrap="nowrap" component="span" display="inline-flex">
              {id} <CopyButton value={String(id)} what={text.theId} />
            </Group>
          ),
        },
        {
          id: 'use',
          title: text.use,
          cell: ({ useDirection }) => <Text variant="hint">{useDirection || '—'}</Text>,
        },
        {
          id: 'status',
          title: text.status,
          card: 'corner',
          cell: ({ status }) => <StatusBadge status={status} />,
        },
        {
          id: 'last-request',
          title: text.lastRequest,
          value: ({ lastRequestAt }) => lastRequestAt,
          as: 'last',
        },
      ]}
    />
  )
}
