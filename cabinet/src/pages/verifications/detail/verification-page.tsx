import { Anchor, Grid, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { VerificationDetail } from '@ringkey/server/cabinet-api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, Redirect, useParams } from 'wouter'
import { write } from '../../../api/client.ts'
import { useMay } from '../../../api/me.ts'
import { useTexts } from '../../../language/language.tsx'
import { ConfirmButton } from '../../../parts/confirm-button.tsx'
import { CopyButton } from '../../../parts/copy-button.tsx'
import { CurlRequest } from '../../../parts/curl-request.tsx'
import { ErrorNote } from '../../../parts/error-note.tsx'
import { Page } from '../../../parts/page.tsx'
import { OtherAttemptsList } from '../../calls/detail/other-attempts.tsx'
import { StatusDot } from '../status-dot.tsx'
import { useVerification, verificationKey } from '../use-verification.ts'
import classes from '../verifications.module.css'
import { PhoneFacts } from './facts.tsx'
import { requestAsCurl } from './request-as-curl.ts'
import { verificationDetailTexts, verificationProblems } from './texts.ts'
import { EndSentence, Timeline } from './timeline.tsx'

export default function VerificationPage() {
  const { id = '' } = useParams<{ id: string }>()
  // Links from before the pages were split had the id of a call here.
  return /^\d+$/.test(id) ? <Redirect to={`/calls/${id}`} replace /> : <OwnPage id={id} />
}

function OwnPage({ id }: { readonly id: string }) {
  const text = useTexts(verificationDetailTexts)
  const { data } = useVerification(id)
  return (
    <VerificationDetailPage
      id={id}
      source="/verifications"
      links={
        <>
          <Cancel id={id} detail={data} />
          <Anchor component={Link} href={`/requests?verification=${id}`} size="sm">
            {text.itsRequests}
          </Anchor>
          <Anchor component={Link} href="/verifications" size="sm">
            {text.back}
          </Anchor>
        </>
      }
    />
  )
}

/** One verification, read from an address of the API: one's own, or that of any customer. */
export function VerificationDetailPage(props: {
  readonly id: string
  readonly source: string
  readonly links: ReactNode
}) {
  const { id } = props
  const text = useTexts(verificationDetailTexts)
  const query = useVerification(id, props.source)
  return (
    <Page title={text.title} actions={<Group gap="xs">{props.links}</Group>}>
      <Group gap={4}>
        <Text size="sm" className={classes.quiet!} style={{ overflowWrap: 'anywhere' }}>
          {id}
        </Text>
        <CopyButton value={id} what={text.theId} />
      </Group>
      <ErrorNote error={query.error} />
      {query.isPending && <Skeleton h={360} />}
      {query.data !== undefined && <Detail detail={query.data} source={props.source} />}
    </Page>
  )
}

function Detail(props: { readonly detail: VerificationDetail; readonly source: string }) {
  const { detail, source } = props
  const text = useTexts(verificationDetailTexts)
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Paper withBorder p="md">
          <Stack gap="md">
            <Group gap="sm" aria-live="polite">
              <StatusDot line={{ status: detail.status, reason: null }} />
              <Text>
                <EndSentence detail={detail} />
              </Text>
            </Group>
            <Timeline detail={detail} />
          </Stack>
        </Paper>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 5 }}>
        <Stack gap="lg">
          <Stack gap="xs">
            <Title order={2}>{text.facts}</Title>
            <PhoneFacts detail={detail} />
          </Stack>
          <Request detail={detail} />
          <OtherAttemptsList path={`${source}/${detail.id}`} />
        </Stack>
      </Grid.Col>
    </Grid>
  )
}

function Request({ detail }: { readonly detail: VerificationDetail }) {
  const text = useTexts(verificationDetailTexts)
  return (
    <CurlRequest
      title={text.request}
      request={requestAsCurl(detail)}
      what={text.theRequest}
      hint={text.requestHint}
    />
  )
}

/** Only for those who may change services, and only while it is pending. */
function Cancel(props: { readonly id: string; readonly detail: VerificationDetail | undefined }) {
  const text = useTexts(verificationDetailTexts)
  const client = useQueryClient()
  const may = useMay('change-services')
  const cancel = useMutation({
    mutationFn: () => write<VerificationDetail>(`/verifications/${props.id}/cancel`),
    onSuccess: (canceled) => client.setQueryData(verificationKey(props.id), canceled),
  })
  if (!may || props.detail?.status !== 'pending') return null
  return (
    <ConfirmButton
      label={text.cancel}
      question={text.cancelQuestion}
      action={text.cancelAction}
      own={verificationProblems}
      error={cancel.error}
      onConfirm={() => cancel.mutateAsync()}
    >
      {text.cancelWhat}
    </ConfirmButton>
  )
}
