import { Anchor, Badge, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { Link } from 'wouter'
import { useTexts } from '../../language/language.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { CodeForm } from '../verifications/code-form.tsx'
import { Timeline } from '../verifications/detail/timeline.tsx'
import { useVerification } from '../verifications/use-verification.ts'
import { progressTexts } from './progress-texts.ts'

/** A verification that was placed from the page: a field for the code, and what happens to it. */
export function VerificationProgress({ id }: { readonly id: string | undefined }) {
  const text = useTexts(progressTexts)
  const { data: detail, error } = useVerification(id)
  return (
    <Paper withBorder p="md">
      <Stack gap="md">
        <Group justify="space-between">
          <Title order={2}>{text.title}</Title>
          {detail?.test && <Badge color="gray">TEST</Badge>}
        </Group>
        <ErrorNote error={error} />
        {detail === undefined ? (
          <Text c="dimmed">{text.nothing}</Text>
        ) : (
          <>
            <CodeForm key={detail.id} detail={detail} takesFocus />
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
