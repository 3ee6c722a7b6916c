import { Anchor, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { useAddressQuery } from '../../frame/address-query.ts'
import { useServiceOfPage } from '../../frame/service-of-page.ts'
import { useTexts } from '../../language/language.tsx'
import { terms } from '../../language/terms.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { FilterBar, FilterSelect, optionsOf } from '../../parts/filter-bar.tsx'
import { Page } from '../../parts/page.tsx'
import { LiveMark } from '../calls/list/live-mark.tsx'
import { verificationsTexts } from './texts.ts'
import { useVerifications } from './use-verifications.ts'
import { VerificationTable } from './verification-table.tsx'

/** Verifications of `/v2`: each confirms one phone with one or more calls. */
export default function VerificationsPage() {
  const text = useTexts(verificationsTexts)
  const words = useTexts(terms)
  const service = useServiceOfPage()
  const [address, change] = useAddressQuery()
  const [isPaused, setPaused] = useState(false)
  const filters = { service, status: address.get('status'), test: address.get('test') }
  const { query, lines, release, liveState } = useVerifications(filters, isPaused)
  const isNarrowed = filters.status !== null || filters.test !== null
  const filter = (name: 'status' | 'test', label: string, any: string) => ({
    label,
    any,
    width: 170,
    value: filters[name],
    onChange: (value: string | null) => change({ [name]: value }),
  })
  const callsLink = (
    <Anchor component={Link} href="/calls" underline="always">
      {text.calls}
    </Anchor>
  )
  return (
    <Page title={text.title}>
      <Text size="sm" c="dimmed">
        {text.about} {callsLink}.
      </Text>
      <FilterBar isNarrowed={isNarrowed} onClear={() => change({ status: null, test: null })}>
        <FilterSelect
          {...filter('status', text.status, text.anyStatus)}
          data={optionsOf(words.verificationStatuses)}
        />
        <FilterSelect
          {...filter('test', text.test, text.withTests)}
          data={optionsOf({ yes: text.onlyTests, no: text.noTests })}
        />
      </FilterBar>
      <div>
        <Group justify="flex-end">
          <LiveMark state={liveState} isPaused={isPaused} waiting={0} onRelease={release} />
        </Group>
        <div
          onPointerEnter={() => setPaused(true)}
          onPointerLeave={() => {
            setPaused(false)
            release()
          }}
        >
          <VerificationTable
            lines={lines}
            error={query.error}
            pages={{ ...query, label: lines?.length === 0 ? text.readingOn : text.older }}
            empty={
              isNarrowed ? (
                <EmptyState title={text.noneFit}>{text.widen}</EmptyState>
              ) : (
                <EmptyState title={text.none}>
                  {text.noneHint} {callsLink}.
                </EmptyState>
              )
            }
          />
        </div>
      </div>
    </Page>
  )
}
