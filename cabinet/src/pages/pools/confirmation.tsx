import { Badge, Button, Group, Stack } from '@mantine/core'
import type { Answer } from '@ringkey/server/cabinet-api'
import { useState } from 'react'
import { useOperatorChange } from '../../api/operator.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { DraftFields } from '../../parts/draft-fields.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { Form } from '../../parts/form.tsx'
import { Section } from '../../parts/section.tsx'
import { useCountries } from '../services/use-countries.ts'
import { type Run, rangeText, runsOf } from './codes.ts'
import { poolProblems, poolsTexts } from './texts.ts'

const empty = {
  range: '',
  trunks: [] as string[],
  countries: [] as string[],
  tollFree: false,
  thanks: false,
}

export function Confirmation({ pools }: { readonly pools: Answer<'/operator/pools'> }) {
  const text = useTexts(poolsTexts)
  const formats = useFormats()
  const [draft, setDraft] = useState(empty)
  const countries = useCountries()
  const add = useOperatorChange('/operator/pools/confirmation')
  const remove = useOperatorChange('/operator/pools/confirmation/remove')
  const submit = () => {
    const { range, ...marks } = draft
    const thanks = draft.tollFree && draft.thanks
    add.mutate({ ...marks, ranges: [range], thanks }, { onSuccess: () => setDraft({ ...draft, range: '' }) })
  }
  const trunks = pools.trunks.filter(({ demo, incomingCalls }) => !demo && incomingCalls)
  const words = ({ numbers }: Run) => rangeText(numbers[0]!, numbers.at(-1)!)
  return (
    <Section title={text.confirmation} about={text.confirmationAbout}>
      <Form onSubmit={submit}>
        <Stack gap="xs" maw={460}>
          <DraftFields
            draft={draft}
            onChange={setDraft}
            text={{ ...text, trunks: text.confirmationTrunks }}
            fields={{
              range: 'word',
              trunks: { several: trunks.map(({ name }) => name) },
              countries: { several: countries },
              tollFree: 'tick',
              ...(draft.tollFree ? { thanks: 'tick' } : {}),
            }}
          />
          <Button type="submit" variant="default" w="fit-content" loading={add.isPending}>
            {text.add}
          </Button>
        </Stack>
        <ErrorNote error={add.error} errorTexts={poolProblems} />
      </Form>
      <DataTable
        label={text.confirmation}
        rows={runsOf(pools.confirmation)}
        keyOf={({ numbers }) => numbers[0]!}
        empty={<EmptyState title={text.noConfirmation}>{text.noConfirmationAbout}</EmptyState>}
        columns={[
          {
            title: text.range,
            sortBy: ({ numbers }) => numbers[0]!,
            cell: (run) => (
              <Group gap={6}>
                {words(run)}
                {run.demo && <Badge color="yellow">{text.demo}</Badge>}
                {run.tollFree && <Badge>{text.isTollFree}</Badge>}
                {run.thanks && <Badge color="yellow">{text.isThanked}</Badge>}
              </Group>
            ),
          },
          {
            title: text.trunks,
            cell: (run) => (run.trunks.length === 0 ? text.trunksEmpty : run.trunks.join(', ')),
          },
          {
            title: text.countries,
            cell: (run) =>
              run.countries.length === 0
                ? text.countriesEmpty
                : run.countries.map(formats.country).join(', '),
          },
          { title: text.numbers, value: ({ numbers }) => numbers.length, as: 'number' },
        ]}
        actions={(run) => (
          <ConfirmButton
            label={text.remove}
            name={text.removeName(words(run))}
            question={text.removeQuestion}
            onConfirm={() => remove.mutateAsync({ numbers: run.numbers })}
            errorTexts={poolProblems}
          >
            {text.removeConfirmation(words(run))}
          </ConfirmButton>
        )}
      />
    </Section>
  )
}
