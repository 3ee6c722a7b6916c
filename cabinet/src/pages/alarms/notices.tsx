import { Text } from '@mantine/core'
import { read } from '../../api/client.ts'
import { usePages } from '../../api/use-pages.ts'
import { useAddressQuery } from '../../frame/address-query.ts'
import { useTexts } from '../../language/language.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { choicesOf, Filters } from '../../parts/filters.tsx'
import { Moment, Upcoming } from '../../parts/moment.tsx'
import { RowLink } from '../../parts/row-link.tsx'
import { Section } from '../../parts/section.tsx'
import { StateMark } from '../webhooks/state-mark.tsx'
import { noticeName, webhooksTexts } from '../webhooks/texts.ts'
import { useStateFilter } from '../webhooks/use-filters.ts'
import { alarmsTexts } from './texts.ts'

const lookAgainMs = 5_000

/** What people were sent, of alarms and of their accounts, newest first. */
export function Notices() {
  const text = useTexts(alarmsTexts)
  const words = useTexts(webhooksTexts)
  const [address] = useAddressQuery()
  const chosen = { state: address.get('state'), channel: address.get('channel') }
  const list = usePages(
    ['operator', 'notices'],
    chosen,
    (asked) => read('/operator/notices', asked),
    text.earlier,
    { refetchInterval: lookAgainMs },
  )
  return (
    <Section title={text.notices} about={text.noticesAbout}>
      <Filters
        filters={[
          { name: 'channel', label: text.channel, choices: choicesOf(text.channels) },
          useStateFilter(),
        ]}
      />
      <DataTable
        label={text.notices}
        name="notices"
        {...list}
        keyOf={({ id }) => id}
        empty={<Text size="sm">{text.noNotices}</Text>}
        columns={[
          { title: text.state, card: 'corner', cell: (webhook) => <StateMark webhook={webhook} /> },
          {
            title: text.notice,
            card: 'title',
            cell: ({ id, type }) => (
              <RowLink href={`/console/notices/${id}`}>{noticeName(words, type)}</RowLink>
            ),
          },
          { title: text.created, card: 'second', cell: ({ createdAt }) => <Moment at={createdAt} /> },
          { id: 'to', title: text.to, cell: ({ url }) => url ?? '—' },
          { id: 'tries', title: words.tries, align: 'right', cell: ({ attemptCount }) => attemptCount },
          {
            id: 'next',
            title: words.next,
            cell: ({ nextTryAt }) => nextTryAt !== null && <Upcoming at={nextTryAt} />,
          },
        ]}
      />
    </Section>
  )
}
