import { Button, Group, Stack, Text, Title } from '@mantine/core'
import type { CallsFound } from '@ringkey/server/cabinet-api'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { write } from '../../../api/client.ts'
import { useTexts } from '../../../language/language.tsx'
import { terms } from '../../../language/terms.ts'
import { EmptyState } from '../../../parts/empty-state.tsx'
import { VerificationTable } from '../../verifications/verification-table.tsx'
import { callsTexts } from '../texts.ts'
import { CallTable } from './call-table.tsx'

/** What a search has found. The text goes to the server in a body: it may be a phone number. */
export function FoundList(props: {
  readonly sought: string
  readonly service: number | null
  /** Called when the server has classified the text: a phone number must not be put into the address. */
  readonly onKind: (isPhone: boolean) => void
  readonly onEnd: () => void
}) {
  const { sought, service, onEnd } = props
  const text = useTexts(callsTexts)
  const found = useQuery({
    queryKey: ['found', sought, service],
    queryFn: () =>
      write<CallsFound>('/calls/search', {
        q: sought,
        ...(service === null ? {} : { service }),
      }),
    // Removed from the cache with the page, because it may hold a number.
    gcTime: 0,
  })
  const words = useTexts(terms)
  const calls = found.data?.items
  const verifications = found.data?.verifications ?? []
  const phoneMask = found.data?.phoneMask
  const tellKind = useEffectEvent((isPhone: boolean) => props.onKind(isPhone))
  useEffect(() => {
    if (phoneMask !== undefined) tellKind(phoneMask !== null)
  }, [phoneMask])
  return (
    <div>
      <Group justify="space-between" mih={30}>
        <Text fw={600} role="status">
          {found.data && (phoneMask ? text.foundByPhone(phoneMask) : text.found(sought))}
        </Text>
        <Button size="compact-sm" variant="subtle" onClick={onEnd}>
          {text.endSearch}
        </Button>
      </Group>
      {verifications.length > 0 && (
        <Stack gap={4} mb="md">
          <Title order={2}>{words.verifications}</Title>
          <VerificationTable lines={verifications} />
          {calls?.length !== 0 && <Title order={2}>{words.calls}</Title>}
        </Stack>
      )}
      <CallTable
        lines={calls}
        error={found.error}
        empty={
          verifications.length === 0 && <EmptyState title={text.notFound}>{text.notFoundHint}</EmptyState>
        }
        expectedLines={3}
      />
    </div>
  )
}
