import { Badge, Group, MultiSelect, TextInput } from '@mantine/core'
import type { Answer } from '@ringkey/server/cabinet-api'
import { useState } from 'react'
import { useOperatorChange } from '../../api/operator.ts'
import { useTexts } from '../../language/language.tsx'
import { bindText } from '../../parts/bind.ts'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { RowForm } from '../../parts/form.tsx'
import { Section } from '../../parts/section.tsx'
import { rangeText } from './codes.ts'
import { RangeLabel } from './range-label.tsx'
import { poolProblems, poolsTexts } from './texts.ts'

export function Ranges({ pools }: { readonly pools: Answer<'/operator/pools'> }) {
  const text = useTexts(poolsTexts)
  const remove = useOperatorChange('/operator/pools/ranges/remove')
  return (
    <Section title={text.ranges} about={text.rangesAbout}>
      <AddRange trunks={pools.trunks.filter(({ demo }) => !demo).map(({ name }) => name)} />
      <DataTable
        label={text.ranges}
        rows={pools.ranges}
        keyOf={({ first, last, trunk }) => `${first} ${last} ${trunk}`}
        empty={<EmptyState title={text.noRanges}>{text.noRangesAbout}</EmptyState>}
        columns={[
          { title: text.range, value: ({ first, last }) => rangeText(first, last) },
          { title: text.numbers, value: ({ numbers }) => numbers, as: 'number' },
          {
            title: text.trunk,
            sortBy: ({ trunk }) => trunk,
            cell: ({ trunk, demo }) => (
              <Group gap={6}>
                {trunk}
                {demo && <Badge color="yellow">{text.demo}</Badge>}
              </Group>
            ),
          },
          {
            title: text.label,
            cell: (range) => <RangeLabel range={range} />,
          },
        ]}
        actions={({ first, last, trunk, demo }) =>
          !demo && (
            <ConfirmButton
              label={text.remove}
              name={text.removeName(rangeText(first, last))}
              question={text.removeQuestion}
              onConfirm={() => remove.mutateAsync({ range: `${first}-${last}`, trunks: [trunk] })}
              errorTexts={poolProblems}
            >
              {text.removeAbout(rangeText(first, last), trunk)}
            </ConfirmButton>
          )
        }
      />
    </Section>
  )
}

function AddRange({ trunks }: { readonly trunks: readonly string[] }) {
  const text = useTexts(poolsTexts)
  const [range, setRange] = useState('')
  const [chosen, setChosen] = useState<string[]>([])
  const add = useOperatorChange('/operator/pools/ranges')
  if (trunks.length === 0) return null
  const on = chosen.length === 0 ? trunks.slice(0, 1) : chosen
  const submit = () => add.mutate({ range, trunks: [...on] }, { onSuccess: () => setRange('') })
  return (
    <RowForm action={text.add} mutation={add} errorTexts={poolProblems} onSubmit={submit}>
      <TextInput
        label={text.range}
        placeholder="74951230000-74951239999"
        required
        w={260}
        {...bindText(range, setRange)}
      />
      <MultiSelect
        label={text.trunks}
        data={[...trunks]}
        value={[...on]}
        onChange={setChosen}
        miw={160}
        hidePickedOptions
      />
    </RowForm>
  )
}
