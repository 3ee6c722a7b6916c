import { Anchor, Badge, Grid, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { useServices } from '../../api/services.ts'
import { useTexts } from '../../language/language.tsx'
import { CodeBlock } from '../../parts/code-block.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { Page } from '../../parts/page.tsx'
import { Timeline } from '../verifications/detail/timeline.tsx'
import { useVerification } from '../verifications/use-verification.ts'
import { VerifyForm } from '../verifications/verify-form.tsx'
import { curlFor } from './curl-for.ts'
import { Progress } from './progress.tsx'
import { progressTexts } from './progress-texts.ts'
import { tryTexts } from './texts.ts'
import { type Started, TryForm } from './try-form.tsx'
import { useChoice } from './use-choice.ts'

/** Places a verification or a single call as a service of the account, and shows its progress. */
export default function TryPage() {
  const text = useTexts(tryTexts)
  const services = useServices()
  const active = (services.data ?? []).filter(({ status }) => status === 'active')
  const choice = useChoice(active)
  const [started, setStarted] = useState<Started | null>(null)
  const verification = started?.api === 'v2' ? started : undefined
  return (
    <Page title={text.title}>
      <ErrorNote error={services.error} />
      {services.isPending && <Skeleton h={360} />}
      {services.data !== undefined && active.length === 0 && (
        <EmptyState title={text.noService}>{text.noServiceHint}</EmptyState>
      )}
      {active.length > 0 && (
        <Grid gap="xl">
          <Grid.Col span={{ base: 12, md: 6 }}>
            <TryForm services={active} choice={choice} onStarted={setStarted} />
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 6 }}>
            <Stack gap="lg">
              {choice.value.api === 'v2' ? (
                <VerificationProgress started={verification} />
              ) : (
                <Progress started={started?.api === 'v1' ? started.trial : null} />
              )}
              <Stack gap={6}>
                <Text fw={600}>{text.same}</Text>
                <CodeBlock code={curlFor(choice.value, location.origin, verification?.id)} what="curl" />
              </Stack>
            </Stack>
          </Grid.Col>
        </Grid>
      )}
    </Page>
  )
}

/** A verification that was placed from the page: the form of its user, and what happens to it. */
function VerificationProgress({
  started,
}: {
  readonly started: { readonly id: string; readonly token: string } | undefined
}) {
  const text = useTexts(progressTexts)
  const { detail, error } = useVerification(started?.id)
  return (
    <Paper withBorder p="md">
      <Stack gap="md">
        <Group justify="space-between">
          <Title order={2}>{text.title}</Title>
          {detail?.test && <Badge color="gray">TEST</Badge>}
        </Group>
        <ErrorNote error={error} />
        {started === undefined || detail === undefined ? (
          <Text c="dimmed">{text.nothing}</Text>
        ) : (
          <>
            <VerifyForm id={started.id} token={started.token} />
            <Timeline detail={detail} />
            <Anchor component={Link} href={`/verifications/${detail.id}`}>
              {text.verification}
            </Anchor>
          </>
        )}
      </Stack>
    </Paper>
  )
}
