import { Anchor, Badge, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { Link } from 'wouter'
import { useTexts } from '../../language/language.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { Timeline } from '../verifications/detail/timeline.tsx'
import { useVerification } from '../verifications/use-verification.ts'
import { VerifyForm } from '../verifications/verify-form.tsx'
import { progressTexts } from './progress-texts.ts'

/** A verification that was placed from the page: the form of its user, and what happens to it. */
export function VerificationProgress({
  started,
}: {
  readonly started: { readonly id: string; readonly token: string } | undefined
}) {
  const text = useTexts(progressTexts)
  const { data: detail, error } = useVerification(started?.id)
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
