import { Anchor, Button, Group, Skeleton, Switch, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ServiceView } from '@ringkey/server/cabinet-api'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { useMay } from '../../api/me.ts'
import { useServices } from '../../api/services.ts'
import { useTexts } from '../../language/language.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Page } from '../../parts/page.tsx'
import { StackedTable } from '../../parts/stacked-table.tsx'
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
            <Switch
              label={text.showArchived}
              checked={withArchived}
              onChange={(event) => setWithArchived(event.currentTarget.checked)}
            />
          )}
          {mayChange && (
            <Button leftSection={<IconPlus size={16} />} onClick={open}>
              {text.create}
            </Button>
          )}
        </>
      }
    >
      <ErrorNote error={services.error} />
      {services.isPending && <Skeleton h={120} />}
      {services.data !== undefined && shown.length === 0 && (
        <EmptyState title={text.none}>{hasArchived ? text.onlyArchived : text.whatToDo}</EmptyState>
      )}
      {shown.length > 0 && <ServiceTable services={shown} />}
      <CreateService isOpen={isCreating} onClose={close} />
    </Page>
  )
}

function ServiceTable({ services }: { readonly services: readonly ServiceView[] }) {
  const text = useTexts(servicesTexts)
  return (
    <StackedTable
      label={text.title}
      items={services}
      keyOf={({ id }) => id}
      columns={[
        {
          label: text.name,
          cell: ({ id, name }) => (
            <Anchor component={Link} href={`/services/${id}`} fw={600}>
              {name}
            </Anchor>
          ),
        },
        {
          label: text.id,
          cell: ({ id }) => (
            <Group gap={4} wrap="nowrap" component="span" display="inline-flex">
              {id} <CopyButton value={String(id)} what={text.theId} />
            </Group>
          ),
        },
        { label: text.use, cell: ({ useDirection }) => <Text c="dimmed">{useDirection || '—'}</Text> },
        { label: text.status, cell: ({ status }) => <StatusBadge status={status} /> },
        {
          label: text.lastRequest,
          cell: ({ lastRequestAt }) => (lastRequestAt === 0 ? text.never : <Moment at={lastRequestAt} />),
        },
      ]}
    />
  )
}
