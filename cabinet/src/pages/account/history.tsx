import { useInfiniteQuery } from '@tanstack/react-query'
import { read } from '../../api/client.ts'
import { useLanguage, useTexts } from '../../language/language.tsx'
import { withCommon } from '../../language/terms.ts'
import { browserName } from '../../parts/browser-name.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Moment } from '../../parts/moment.tsx'

const texts = withCommon({
  none: ['Nothing has happened yet', 'Пока ничего не происходило'],
  what: ['Sign-ins and changes are noted here.', 'Здесь отмечаются входы и изменения.'],
  more: ['Show earlier', 'Показать раньше'],
  label: ['History', 'История'],
  action: ['What happened', 'Что произошло'],
})

const pageSize = 50

export function History() {
  const text = useTexts(texts)
  const { language } = useLanguage()
  const history = useInfiniteQuery({
    queryKey: ['account', 'actions'],
    queryFn: ({ pageParam }) => read('/account/actions', { before: pageParam }),
    initialPageParam: null as number | null,
    getNextPageParam: (last) => (last.length < pageSize ? undefined : last.at(-1)!.id),
  })
  return (
    <DataTable
      label={text.label}
      name="history"
      rows={history.data?.pages.flat()}
      keyOf={({ id }) => id}
      error={history.error}
      pages={{ ...history, label: text.more }}
      expectedRows={10}
      empty={<EmptyState title={text.none}>{text.what}</EmptyState>}
      columns={[
        { title: text.time, card: 'corner', cell: ({ createdAt }) => <Moment at={createdAt} /> },
        {
          title: text.action,
          card: 'title',
          cell: ({ words }) => words[language],
        },
        {
          id: 'browser',
          title: text.browser,
          cell: ({ userAgent }) => <span title={userAgent}>{browserName(userAgent)}</span>,
        },
        { id: 'address', title: text.address, cell: ({ ip }) => ip },
      ]}
    />
  )
}
