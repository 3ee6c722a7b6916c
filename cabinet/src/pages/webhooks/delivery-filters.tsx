import { Group, Select } from '@mantine/core'
import type { EndpointList } from '@ringkey/server/cabinet-api'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/client.ts'
import { useTexts } from '../../language/language.tsx'
import { webhooksTexts } from './texts.ts'

/** By event endpoint and by type. Nothing is shown where no service has an endpoint and nothing is chosen. */
export function DeliveryFilters(props: {
  readonly serviceId: number | null
  readonly endpointId: string | null
  readonly type: string | null
  readonly onChoose: (name: 'endpoint' | 'type', value: string | null) => void
}) {
  const { serviceId, endpointId, type, onChoose } = props
  const text = useTexts(webhooksTexts)
  const list = useQuery({
    queryKey: ['endpoints', serviceId],
    queryFn: () => read<EndpointList>('/endpoints', { serviceId }),
  })
  const { items: endpoints = [], types = [] } = list.data ?? {}
  if (endpoints.length === 0 && endpointId === null && type === null) return null
  return (
    <Group gap="sm">
      <Select
        label={text.endpoint}
        placeholder={text.anyEndpoint}
        clearable
        w={320}
        maw="100%"
        data={endpoints.map(({ id, url }) => ({ value: String(id), label: `${id} · ${url}` }))}
        value={endpointId}
        onChange={(value) => onChoose('endpoint', value)}
      />
      <Select
        label={text.type}
        placeholder={text.anyType}
        clearable
        w={280}
        maw="100%"
        data={[
          { value: 'webhook', label: text.inbound },
          ...types.map((value) => ({ value, label: value })),
          { value: 'endpoint.test', label: text.test },
        ]}
        value={type}
        onChange={(value) => onChoose('type', value)}
      />
    </Group>
  )
}
