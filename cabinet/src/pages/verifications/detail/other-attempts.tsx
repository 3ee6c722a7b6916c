import { Button, Group, Stack, Title } from '@mantine/core'
import { useState } from 'react'
import { useRead } from '../../../api/use-api.ts'
import { useTexts } from '../../../language/language.tsx'
import { defineMessages } from '../../../language/texts.ts'
import { DataTable } from '../../../parts/data-table.tsx'
import { DetailLink } from '../../../parts/detail-link.tsx'
import { StatusDot } from '../list/status-dot.tsx'
import { StepsInALine } from '../list/steps-in-a-line.tsx'
import { tableTexts } from '../list/table-texts.ts'
import type { Source } from '../list/use-list.ts'

const texts = defineMessages({
  title: ['Other attempts to this phone', 'Другие попытки на этот телефон'],
  all: (count: number) => [`Show all ${count}`, `Показать все (${count})`],
})

/** The newest ones; a phone that is called often would make the page long. */
const shownAtFirst = 8

/** Calls and verifications of all services of the account to the same phone. Nothing when there are none. */
export function OtherAttemptsList({ source, id }: { readonly source: Source; readonly id: string }) {
  const text = useTexts(texts)
  const names = useTexts(tableTexts)
  const [isWhole, setWhole] = useState(false)
  const found = useRead(`${source}/:id/other-attempts`, { id })
  if (found.data === undefined && found.error === null) return null
  const attempts = found.data?.items
  if (attempts?.length === 0) return null
  const isCut = !isWhole && attempts !== undefined && attempts.length > shownAtFirst
  return (
    <Stack gap="xs">
      <Title order={2}>{text.title}</Title>
      <DataTable
        label={text.title}
        rows={isCut ? attempts.slice(0, shownAtFirst) : attempts}
        isPartial={isCut}
        keyOf={({ id }) => id}
        error={found.error}
        empty={null}
        columns={[
          { title: names.state, cell: (line) => <StatusDot line={line} /> },
          { title: names.time, value: ({ createdAt }) => createdAt, as: 'moment', card: 'corner' },
          {
            title: names.steps,
            card: 'second',
            cell: ({ id, steps }) => (
              <DetailLink id={id} isRow>
                <StepsInALine steps={steps} />
              </DetailLink>
            ),
          },
          { title: names.client, cell: ({ client }) => client },
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
