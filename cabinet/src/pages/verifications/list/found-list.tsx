import { Button, Group, Text } from '@mantine/core'
import type { VerificationsFound } from '@ringkey/server/cabinet-api'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { write } from '../../../api/client.ts'
import { useTexts } from '../../../language/language.tsx'
import { EmptyState } from '../../../parts/empty-state.tsx'
import { ErrorNote } from '../../../parts/error-note.tsx'
import { verificationsTexts } from '../texts.ts'
import { VerificationTable } from './verification-table.tsx'

/** What a search has found. The text goes to the server in a body: it may be a phone number. */
export function FoundList(props: {
  readonly sought: string
  readonly service: number | null
  /** Called when the server has classified the text: a phone number must not be put into the address. */
  readonly onKind: (isPhone: boolean) => void
  readonly onEnd: () => void
}) {
  const { sought, service, onEnd } = props
  const text = useTexts(verificationsTexts)
  const found = useQuery({
    queryKey: ['found', sought, service],
    queryFn: () =>
      write<VerificationsFound>('/verifications/search', {
        q: sought,
        ...(service === null ? {} : { service }),
      }),
    // Removed from the cache with the page, because it may hold a number.
    gcTime: 0,
  })
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
      <ErrorNote error={found.error} />
      {found.data?.items.length === 0 ? (
        <EmptyState title={text.notFound}>{text.notFoundHint}</EmptyState>
      ) : (
        !found.error && <VerificationTable lines={found.data?.items} expectedLines={3} />
      )}
    </div>
  )
}
