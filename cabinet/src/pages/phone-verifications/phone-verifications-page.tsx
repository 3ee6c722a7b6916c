import { Anchor, Group, Select, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { useAddressQuery } from '../../frame/address-query.ts'
import { useServiceOfPage } from '../../frame/service-of-page.ts'
import { useTexts } from '../../language/language.tsx'
import { terms } from '../../language/terms.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { MoreButton } from '../../parts/more-button.tsx'
import { Page } from '../../parts/page.tsx'
import { LiveMark } from '../verifications/list/live-mark.tsx'
import { PhoneVerificationTable } from './phone-verification-table.tsx'
import { phoneVerificationsTexts } from './texts.ts'
import { usePhoneVerifications } from './use-phone-verifications.ts'

/** Verifications of `/v2`: each confirms one phone with one or more calls. */
export default function PhoneVerificationsPage() {
  const text = useTexts(phoneVerificationsTexts)
  const words = useTexts(terms)
  const service = useServiceOfPage()
  const [address, change] = useAddressQuery()
  const [isPaused, setPaused] = useState(false)
  const filters = { service, status: address.get('status'), test: address.get('test') }
  const { query, lines, release, liveState } = usePhoneVerifications(filters, isPaused)
  const isNarrowed = filters.status !== null || filters.test !== null
  const select = (name: 'status' | 'test', label: string, any: string) => ({
    size: 'xs',
    w: 170,
    'aria-label': label,
    placeholder: any,
    value: filters[name],
    onChange: (value: string | null) => change({ [name]: value }),
    clearable: true,
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
      <Group justify="space-between">
        <Group gap="xs">
          <Select
            {...select('status', text.status, text.anyStatus)}
            data={Object.entries(words.verificationStatuses).map(([value, label]) => ({ value, label }))}
          />
          <Select
            {...select('test', text.test, text.withTests)}
            data={[
              { value: 'yes', label: text.onlyTests },
              { value: 'no', label: text.noTests },
            ]}
          />
        </Group>
        <LiveMark state={liveState} isPaused={isPaused} waiting={0} onRelease={release} />
      </Group>
      <ErrorNote error={query.error} />
      {query.error === null && (
        <div
          onPointerEnter={() => setPaused(true)}
          onPointerLeave={() => {
            setPaused(false)
            release()
          }}
        >
          <PhoneVerificationTable
            lines={lines}
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
      )}
      <MoreButton pages={query} label={lines?.length === 0 ? text.readingOn : text.older} />
    </Page>
  )
}
