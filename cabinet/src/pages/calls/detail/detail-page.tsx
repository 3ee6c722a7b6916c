import { Alert, Anchor, Grid, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { CallDetail } from '@ringkey/server/cabinet-api'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useParams } from 'wouter'
import { read } from '../../../api/client.ts'
import { useLiveEvents } from '../../../api/live.ts'
import { useFormats } from '../../../language/formats.ts'
import { useTexts } from '../../../language/language.tsx'
import { useCallLinks } from '../../../parts/call-links.ts'
import { CopyButton } from '../../../parts/copy-button.tsx'
import { CurlRequest } from '../../../parts/curl-request.tsx'
import { ErrorNote } from '../../../parts/error-note.tsx'
import { Page } from '../../../parts/page.tsx'
import { StateDot } from '../list/state-dot.tsx'
import { reasonTexts } from '../reasons.ts'
import { Caller } from './caller.tsx'
import classes from './detail.module.css'
import { Facts } from './facts.tsx'
import { Ledger, Webhook } from './money-and-webhook.tsx'
import { OtherAttemptsList } from './other-attempts.tsx'
import { requestAsCurl } from './request-as-curl.ts'
import { Routing } from './routing.tsx'
import { SipDialogue } from './sip-dialogue.tsx'
import { detailTexts } from './texts.ts'
import { Timeline } from './timeline.tsx'

export default function DetailPage() {
  const text = useTexts(detailTexts)
  const { vendorId = '' } = useParams<{ vendorId: string }>()
  return (
    <CallPage
      source="/calls"
      links={
        <>
          <Anchor component={Link} href={`/requests?verification=${vendorId}`} size="sm">
            {text.itsRequests}
          </Anchor>
          <Anchor component={Link} href="/calls" size="sm">
            {text.back}
          </Anchor>
        </>
      }
    />
  )
}

/** One call, read from an address of the API: one's own, or that of any customer. */
export function CallPage({
  source,
  links,
  capture,
}: {
  readonly source: string
  readonly links: ReactNode
  /** Saves the SIP messages of the call; for operators. */
  readonly capture?: ReactNode
}) {
  const { vendorId = '' } = useParams<{ vendorId: string }>()
  const text = useTexts(detailTexts)
  const client = useQueryClient()
  const key = ['call', source, vendorId]
  const query = useQuery({
    queryKey: key,
    queryFn: () => read<CallDetail>(`${source}/${encodeURIComponent(vendorId)}`),
  })
  useLiveEvents((event) => {
    const isAbout = event.kind === 'changed' && event.calls.some((line) => String(line.vendorId) === vendorId)
    if (isAbout) void client.invalidateQueries({ queryKey: key })
  })
  return (
    <Page
      title={text.title(vendorId)}
      actions={
        <Group gap="xs">
          <CopyButton value={vendorId} what={text.theId} />
          {links}
        </Group>
      }
    >
      <ErrorNote error={query.error} />
      {query.isPending && <DetailSkeleton />}
      {query.data !== undefined && <Detail detail={query.data} source={source} capture={capture} />}
    </Page>
  )
}

function Detail(props: {
  readonly detail: CallDetail
  readonly source: string
  readonly capture: ReactNode
}) {
  const { detail, source, capture } = props
  const text = useTexts(detailTexts)
  return (
    <Stack gap="lg">
      <Paper withBorder p="md">
        <Stack gap="md">
          <Group gap="sm">
            <StateDot line={detail} />
            <Text>
              <Sentence detail={detail} />
            </Text>
          </Group>
          <Timeline detail={detail} />
          {detail.suspect && (
            <Alert color="yellow">{detail.reason === 'no audio' ? text.unheard : text.suspect}</Alert>
          )}
        </Stack>
      </Paper>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Stack gap="lg">
            <Stack gap="xs">
              <Title order={2}>{text.facts}</Title>
              <Facts detail={detail} />
            </Stack>
            <OtherAttemptsList path={`${source}/${detail.vendorId}`} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Stack gap="lg">
            <Caller caller={detail.caller} />
            <Ledger ledger={detail.ledger} />
            <Webhook detail={detail} />
            <Routing routing={detail.routing} attempts={detail.attempts} />
            <SipDialogue attempts={detail.attempts} capture={capture} />
            <Request detail={detail} />
          </Stack>
        </Grid.Col>
      </Grid>
    </Stack>
  )
}

function Sentence({ detail }: { readonly detail: CallDetail }) {
  const text = useTexts(detailTexts)
  const reasons = useTexts(reasonTexts)
  const formats = useFormats()
  const { state, mode, reason, ringMs } = detail
  if (state === 'checking') return mode === 'inbound' ? text.waiting : text.underWay
  const rang = ringMs === null || ringMs === 0 ? null : formats.seconds(ringMs)
  return reason === null
    ? null
    : (reasons[reason]?.sentence({ rang, isInbound: mode === 'inbound' }) ?? reason)
}

function Request({ detail }: { readonly detail: CallDetail }) {
  const text = useTexts(detailTexts)
  const { verifications } = useCallLinks()
  // The request of a step asked for a whole verification.
  if (detail.verificationId !== null) {
    return (
      <Stack gap="xs">
        <Title order={2}>{text.request}</Title>
        <Text className={classes.quiet!}>{text.requestOfStep}</Text>
        <Anchor component={Link} href={`${verifications}/${detail.verificationId}`}>
          {text.partOf}
        </Anchor>
      </Stack>
    )
  }
  return (
    <CurlRequest
      title={text.request}
      request={requestAsCurl(detail)}
      what={text.theRequest}
      hint={text.requestHint}
    />
  )
}

function DetailSkeleton() {
  return (
    <Stack gap="lg">
      <Skeleton h={120} />
      <Group grow align="start">
        <Skeleton h={300} />
        <Skeleton h={300} visibleFrom="md" />
      </Group>
    </Stack>
  )
}
