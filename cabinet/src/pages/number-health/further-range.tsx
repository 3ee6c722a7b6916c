import { NativeSelect, Text, TextInput } from '@mantine/core'
import type { FurtherRangeView, NumberHealthView } from '@ringkey/server/cabinet-api'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { write } from '../../api/client.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { RowForm } from '../../parts/form.tsx'
import { Section } from '../../parts/section.tsx'
import { poolProblems } from '../pools/texts.ts'
import { healthTexts } from './texts.ts'

type Code = FurtherRangeView['codes'][number]

/** Compares the pool with one that has a range more. */
export function FurtherRange({ trunks }: Pick<NumberHealthView, 'trunks'>) {
  const text = useTexts(healthTexts)
  const formats = useFormats()
  const [range, setRange] = useState('')
  const [trunk, setTrunk] = useState(trunks[0]?.trunk ?? '')
  const ask = useMutation({
    mutationFn: () => write<FurtherRangeView>('/operator/number-health/further', { range, trunk }),
  })
  if (trunks.length === 0) return null
  const load = (value: number | null) =>
    value === null ? '–' : formats.number(Math.round(value * 100) / 100)
  const change = (title: string, of: (code: Code['now']) => number) => ({
    title,
    align: 'right' as const,
    cell: ({ now, after }: Code) => text.becomes(formats.number(of(now)), formats.number(of(after))),
  })
  return (
    <Section title={text.further} about={text.furtherAbout}>
      <RowForm action={text.show} mutation={ask} errorTexts={poolProblems} onSubmit={() => ask.mutate()}>
        <TextInput
          label={text.range}
          placeholder="74951230000-74951239999"
          required
          w={260}
          value={range}
          onChange={(event) => setRange(event.currentTarget.value)}
        />
        <NativeSelect
          label={text.trunk}
          data={trunks.map(({ trunk: name }) => name)}
          value={trunk}
          onChange={(event) => setTrunk(event.currentTarget.value)}
        />
      </RowForm>
      {ask.data !== undefined && (
        <>
          <DataTable
            label={text.further}
            rows={ask.data.codes}
            keyOf={({ now }) => now.prefix}
            empty={null}
            columns={[
              {
                title: text.destination,
                card: 'title',
                cell: ({ now: { prefix } }) => (prefix === '' ? text.everywhere : `+${prefix}`),
              },
              change(text.covered, ({ covered }) => covered),
              change(text.missing, ({ missing }) => missing),
              change(text.single, ({ single }) => single),
              change(text.oneTrunk, ({ oneTrunk }) => oneTrunk),
            ]}
          />
          <Text size="sm">
            {text.loadThen(load(ask.data.trunk.now.load), load(ask.data.trunk.after.load))}
          </Text>
        </>
      )}
    </Section>
  )
}
