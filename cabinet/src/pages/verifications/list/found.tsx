import { Button, Group, Text } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import { useTexts } from '../../../language/language.tsx'
import { EmptyState } from '../../../parts/empty-state.tsx'
import { verificationsTexts } from '../texts.ts'
import type { Filters } from './filters.ts'
import { type Source, useFound } from './use-list.ts'
import { VerificationTable } from './verification-table.tsx'

export function FoundList(props: {
  readonly searchText: string
  readonly filters: Filters
  readonly source: Source
  /** Called when the server has classified the text: a phone number must not be put into the address. */
  readonly onKind: (isPhone: boolean) => void
  readonly onEnd: () => void
}) {
  const { searchText, onEnd } = props
  const text = useTexts(verificationsTexts)
  const found = useFound(props.filters, searchText, props.source)
  const phoneMask = found.data?.phoneMask
  const tellKind = useEffectEvent((isPhone: boolean) => props.onKind(isPhone))
  useEffect(() => {
    if (phoneMask !== undefined) tellKind(phoneMask !== null)
  }, [phoneMask])
  return (
    <div>
      <Group justify="space-between" mih={30}>
        <Text fw={600} role="status">
          {found.data && (phoneMask ? text.foundByPhone(phoneMask) : text.found(searchText))}
        </Text>
        <Button size="compact-sm" variant="subtle" onClick={onEnd}>
          {text.endSearch}
        </Button>
      </Group>
      <VerificationTable
        lines={found.data?.items}
        error={found.error}
        empty={<EmptyState title={text.notFound}>{text.notFoundHint}</EmptyState>}
        expectedLines={3}
      />
    </div>
  )
}
