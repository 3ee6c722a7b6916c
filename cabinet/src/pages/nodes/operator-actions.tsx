import { Text } from '@mantine/core'
import type { OperatorActionsView } from '@ringkey/server/cabinet-api'
import { useInfiniteQuery } from '@tanstack/react-query'
import { read } from '../../api/client.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { Moment } from '../../parts/moment.tsx'
import { MoreButton } from '../../parts/more-button.tsx'
import { Section } from '../../parts/section.tsx'
import { actionTexts, sentenceOf } from './action-texts.ts'
import { nodesTexts } from './texts.ts'

export function OperatorActions() {
  const text = useTexts(nodesTexts)
  const sentences = useTexts(actionTexts)
  const { money } = useFormats()
  const pages = useInfiniteQuery({
    queryKey: ['operator', 'actions'],
    queryFn: ({ pageParam }) => read<OperatorActionsView>('/operator/actions', { before: pageParam }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  })
  return (
    <Section title={text.actions}>
      <ErrorNote error={pages.error} />
      <DataTable
        label={text.actions}
        rows={pages.data?.pages.flatMap(({ items }) => items)}
        keyOf={({ id }) => id}
        empty={<Text size="sm">{text.noActions}</Text>}
        columns={[
          { title: text.time, cell: ({ createdAt }) => <Moment at={createdAt} />, width: 120 },
          { title: text.what, cell: (action) => sentenceOf(sentences, action, money) },
          { title: text.who, cell: ({ email }) => email },
          { title: text.from, cell: ({ ip }) => ip },
        ]}
      />
      <MoreButton pages={pages} label={text.earlier} />
    </Section>
  )
}
