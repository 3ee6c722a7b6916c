import { Button, Group, Stack, Title } from '@mantine/core'
import type { CallLine, OtherAttempts, VerificationLine } from '@ringkey/server/cabinet-api'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '../../../api/client.ts'
import { useTexts } from '../../../language/language.tsx'
import { terms } from '../../../language/terms.ts'
import { useCallLinks } from '../../../parts/call-links.ts'
import { DataTable } from '../../../parts/data-table.tsx'
import { Moment } from '../../../parts/moment.tsx'
import { RowLink } from '../../../parts/row-link.tsx'
import { StatusDot } from '../../verifications/status-dot.tsx'
import { StateDot } from '../list/state-dot.tsx'

const texts = {
  en: {
    title: 'Other attempts to this phone',
    time: 'Time',
    state: 'State',
    what: 'What',
    client: 'Client',
    call: (id: number, mode: string) => `Call ${id}, ${mode.toLowerCase()}`,
    all: (count: number) => `Show all ${count}`,
  },
  ru: {
    title: 'Другие попытки на этот телефон',
    time: 'Время',
    state: 'Состояние',
    what: 'Что',
    client: 'Client',
    call: (id: number, mode: string) => `Звонок ${id}, ${mode.toLowerCase()}`,
    all: (count: number) => `Показать все (${count})`,
  },
}

/** The newest ones; a phone that is called often would make the page long. */
const shownAtFirst = 8

type Attempt = { readonly at: number; readonly client: string } & (
  | { readonly call: CallLine }
  | { readonly verification: VerificationLine }
)

/** Calls and verifications of all services of the account to the same phone. Nothing when there are none. */
export function OtherAttemptsList({ path }: { readonly path: string }) {
  const links = useCallLinks()
  const text = useTexts(texts)
  const words = useTexts(terms)
  const [isWhole, setWhole] = useState(false)
  const found = useQuery({
    queryKey: ['other-attempts', path],
    queryFn: () => read<OtherAttempts>(`${path}/other-attempts`),
  })
  if (found.data === undefined && found.error === null) return null
  const attempts = found.data === undefined ? undefined : inOrder(found.data)
  if (attempts?.length === 0) return null
  const isCut = !isWhole && attempts !== undefined && attempts.length > shownAtFirst
  return (
    <Stack gap="xs">
      <Title order={2}>{text.title}</Title>
      <DataTable
        label={text.title}
        rows={isCut ? attempts.slice(0, shownAtFirst) : attempts}
        isPartial={isCut}
        keyOf={(each) => ('call' in each ? each.call.vendorId : each.verification.id)}
        error={found.error}
        empty={null}
        columns={[
          {
            title: text.state,
            cell: (each) =>
              'call' in each ? <StateDot line={each.call} /> : <StatusDot line={each.verification} />,
          },
          { title: text.time, card: 'corner', sortBy: ({ at }) => at, cell: ({ at }) => <Moment at={at} /> },
          {
            title: text.what,
            card: 'second',
            cell: (each) =>
              'call' in each ? (
                <RowLink href={`${links.calls}/${each.call.vendorId}`}>
                  {text.call(each.call.vendorId, words.modes[each.call.mode])}
                </RowLink>
              ) : (
                <RowLink href={`${links.verifications}/${each.verification.id}`}>
                  {words.verification}
                </RowLink>
              ),
          },
          { title: text.client, cell: ({ client }) => client },
        ]}
      />
      {isCut && (
        <Group>
          <Button variant="default" size="compact-sm" onClick={() => setWhole(true)}>
            {text.all(attempts.length)}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

/** Both kinds together, newest first. */
function inOrder({ calls, verifications }: OtherAttempts): readonly Attempt[] {
  const both: readonly Attempt[] = [
    ...calls.map((call) => ({ at: call.startedAt, client: call.client, call })),
    ...verifications.map((verification) => ({
      at: verification.createdAt,
      client: verification.client,
      verification,
    })),
  ]
  return both.toSorted((one, other) => other.at - one.at)
}
