import { Badge, Skeleton, Table } from '@mantine/core'
import { useServices } from '../../api/services.ts'
import { useTexts } from '../../language/language.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Page } from '../../parts/page.tsx'
import { servicesTexts } from './texts.ts'

const colours = { active: 'teal', off: 'yellow', archived: 'gray' }

export default function ServicesPage() {
  const text = useTexts(servicesTexts)
  const services = useServices()
  return (
    <Page title={text.title}>
      <ErrorNote error={services.error} />
      {services.isPending && <Skeleton h={200} />}
      {services.data?.length === 0 && <EmptyState title={text.none}>{text.whatToDo}</EmptyState>}
      {services.data !== undefined && services.data.length > 0 && (
        <Table.ScrollContainer minWidth={500}>
          <Table highlightOnHover>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{text.id}</Table.Th>
                <Table.Th>{text.name}</Table.Th>
                <Table.Th>{text.status}</Table.Th>
                <Table.Th>{text.lastRequest}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {services.data.map(({ id, name, status, lastRequestAt }) => (
                <Table.Tr key={id}>
                  <Table.Td>
                    {id} <CopyButton value={String(id)} what={text.theId} />
                  </Table.Td>
                  <Table.Td>{name}</Table.Td>
                  <Table.Td>
                    <Badge color={colours[status]} variant="light">
                      {text.statuses[status]}
                    </Badge>
                  </Table.Td>
                  <Table.Td>{lastRequestAt === 0 ? text.never : <Moment at={lastRequestAt} />}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Page>
  )
}
