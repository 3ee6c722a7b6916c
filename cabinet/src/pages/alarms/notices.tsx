import { Text } from '@mantine/core'
import { read } from '../../api/client.ts'
import { usePages } from '../../api/use-pages.ts'
import { useAddressQuery } from '../../frame/address-query.ts'
import { useTexts } from '../../language/language.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { FilterBar, FilterSelect, optionsOf } from '../../parts/filter-bar.tsx'
import { Moment, Upcoming } from '../../parts/moment.tsx'
import { RowLink } from '../../parts/row-link.tsx'
import { Section } from '../../parts/section.tsx'
import { deliveryStates } from '../webhooks/delivery-filters.tsx'
import { StateMark } from '../webhooks/state-mark.tsx'
import { noticeName, webhooksTexts } from '../webhooks/texts.ts'
import { alarmsTexts } from './texts.ts'

const lookAgainMs = 5_000

/** What people were sent, of alarms and of their accounts, newest first. */
export function Notices() {
  const text = useTexts(alarmsTexts)
  const words = useTexts(webhooksTexts)
  const [address, change] = useAddressQuery()
  const chosen = { state: address.get('state'), channel: address.get('channel') }
  const list = usePages(
    ['operator', 'notices'],
    chosen,
    (asked) => read('/operator/notices', asked),
    text.earlier,
    { refetchInterval: lookAgainMs },
  )
  const filter = (name: keyof typeof chosen, label: string, any: string) => ({
    ...{ label, any, width: 170, value: chosen[name] },
    onChange: (value: string | null) => change({ [name]: value }),
  })
  return (
    <Section title={text.notices} about={text.noticesAbout}>
      <FilterBar
        isNarrowed={chosen.state !== null || chosen.channel !== null}
        onClear={() => change({ state: null, channel: null })}
      >
        <FilterSelect {...filter('channel', text.channel, text.anyChannel)} data={optionsOf(text.channels)} />
        <FilterSelect
          {...filter('state', text.state, words.anyState)}
          data={deliveryStates.map((value) => ({ value, label: words.states[value] }))}
        />
      </FilterBar>
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
