import { Badge, Button, Group, Skeleton, Text } from '@mantine/core'
import type { SessionView } from '@ringkey/server/cabinet-api'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { read, write } from '../../api/client.ts'
import { useTexts } from '../../language/language.tsx'
import { browserName } from '../../parts/browser-name.ts'
import { ErrorNote } from '../../parts/error-note.tsx'
import { Moment } from '../../parts/moment.tsx'
import classes from './section.module.css'
import { Section } from './section.tsx'
import { securityTexts } from './security-texts.ts'

const key = ['sessions']

export function Sessions() {
  const text = useTexts(securityTexts)
  const client = useQueryClient()
  const sessions = useQuery({ queryKey: key, queryFn: () => read<SessionView[]>('/sessions') })
  const end = useMutation({
    mutationFn: (path: string) => write(path),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
  const others = sessions.data?.filter(({ isThis }) => !isThis) ?? []
  return (
    <Section title={text.sessions} lead={text.sessionsLead}>
      <ErrorNote error={sessions.error ?? end.error} />
      {sessions.data === undefined && <Skeleton h={80} />}
      <div>
        {sessions.data?.map((session) => (
          <Group key={session.id} justify="space-between" className={classes.row!} wrap="nowrap">
            <div>
              <Group gap="xs">
                <Text size="sm" title={session.userAgent}>
                  {browserName(session.userAgent)}
                </Text>
                {session.isThis && <Badge size="sm">{text.thisOne}</Badge>}
              </Group>
              <Text size="xs" c="dimmed" component="div">
                {session.ip} · {text.seen} <Moment at={session.seenAt} />
              </Text>
            </div>
            {!session.isThis && (
              <Button
                variant="default"
                size="xs"
                aria-label={text.endOf(browserName(session.userAgent))}
                onClick={() => end.mutate(`/sessions/${session.id}/end`)}
              >
                {text.end}
              </Button>
            )}
          </Group>
        ))}
      </div>
      {others.length > 0 ? (
        <Group>
          <Button
            variant="default"
            loading={end.isPending}
            onClick={() => end.mutate('/sessions/end-others')}
          >
            {text.endOthers}
          </Button>
        </Group>
      ) : (
        sessions.data !== undefined && (
          <Text size="sm" c="dimmed">
            {text.noOthers}
          </Text>
        )
      )}
    </Section>
  )
}
