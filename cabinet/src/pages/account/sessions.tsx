import { Badge, Button, Group, Text } from '@mantine/core'
import { useRead, useWrite } from '../../api/use-api.ts'
import { useTexts } from '../../language/language.tsx'
import { browserName } from '../../parts/browser-name.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { Section } from './section.tsx'
import { securityTexts } from './security-texts.ts'

export function Sessions() {
  const text = useTexts(securityTexts)
  const sessions = useRead('/sessions')
  const end = useWrite('/sessions/:id/end', { refreshes: ['sessions'] })
  const endOthers = useWrite('/sessions/end-others', { refreshes: ['sessions'] })
  const others = sessions.data?.filter(({ isThis }) => !isThis) ?? []
  return (
    <Section title={text.sessions} lead={text.sessionsLead}>
      <DataTable
        label={text.sessions}
        rows={sessions.data}
        keyOf={({ id }) => id}
        error={sessions.error ?? end.error ?? endOthers.error}
        empty={null}
        columns={[
          {
            title: text.browser,
            cell: ({ userAgent, isThis }) => (
              <Group gap="xs">
                <span title={userAgent}>{browserName(userAgent)}</span>
                {isThis && <Badge size="sm">{text.thisOne}</Badge>}
              </Group>
            ),
          },
          { title: text.address, value: ({ ip }) => ip },
          { title: text.seen, value: ({ seenAt }) => seenAt, as: 'moment' },
        ]}
        actions={({ id, userAgent, isThis }) =>
          !isThis && (
            <Button
              variant="default"
              size="xs"
              aria-label={text.endOf(browserName(userAgent))}
              onClick={() => end.mutate({ id })}
            >
              {text.end}
            </Button>
          )
        }
      />
      {others.length > 0 ? (
        <Group>
          <Button variant="default" loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
            {text.endOthers}
          </Button>
        </Group>
      ) : (
        sessions.data !== undefined && <Text variant="hint">{text.noOthers}</Text>
      )}
    </Section>
  )
}
