import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useMay, useMe } from '../../../api/me.ts'
import { useRead } from '../../../api/use-api.ts'
import { useTexts } from '../../../language/language.tsx'
import { EmptyState } from '../../../parts/empty-state.tsx'
import { ErrorNote } from '../../../parts/error-note.tsx'
import { IconPlus } from '../../../parts/icons.tsx'
import { EndpointCard } from './endpoint-card.tsx'
import { EndpointForm } from './endpoint-form.tsx'
import { endpointTexts } from './texts.ts'

/** The webhook endpoints of a service. */
export function Endpoints({ serviceId }: { readonly serviceId: number }) {
  const text = useTexts(endpointTexts)
  const mayChange = useMay('change-services')
  const [isAdding, setAdding] = useState(false)
  const list = useRead('/endpoints', { serviceId })
  const isDemo = useMe().account?.demo === true
  const isFull = list.data !== undefined && list.data.items.length >= list.data.max
  return (
    <Stack gap="md">
      <Text size="sm">{text.about}</Text>
      <ErrorNote error={list.error} />
      {list.isPending && <Skeleton h={160} />}
      {list.data?.items.length === 0 && (
        <EmptyState title={text.none}>
          {mayChange && text.noneHint}
          {mayChange && isDemo && ` ${text.demoHint(serviceId)}`}
        </EmptyState>
      )}
      {list.data?.items.map((endpoint) => (
        <EndpointCard key={endpoint.id} endpoint={endpoint} types={list.data.types} />
      ))}
      {mayChange && list.data !== undefined && (
        <Button
          w="fit-content"
          leftSection={<IconPlus size={16} />}
          disabled={isFull}
          onClick={() => setAdding(true)}
        >
          {text.add}
        </Button>
      )}
      {isFull && <Text variant="hint">{text.full(list.data.max)}</Text>}
      {isAdding && list.data !== undefined && (
        <EndpointForm
          serviceId={serviceId}
          endpoint={undefined}
          types={list.data.types}
          onClose={() => setAdding(false)}
        />
      )}
    </Stack>
  )
}
