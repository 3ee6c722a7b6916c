import { Badge, Button, Checkbox, Group, MultiSelect, Stack, TextInput } from '@mantine/core'
import type { PoolsView } from '@ringkey/server/cabinet-api'
import { useState } from 'react'
import { useOperatorChange } from '../../api/operator.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { Form } from '../../parts/form.tsx'
import { Section } from '../../parts/section.tsx'
import { useCountries } from '../services/use-countries.ts'
import { type Run, rangeText, runsOf } from './codes.ts'
import { poolProblems, poolsTexts } from './texts.ts'

export function Confirmation({ pools }: { readonly pools: PoolsView }) {
  const text = useTexts(poolsTexts)
  const formats = useFormats()
  const [range, setRange] = useState('')
  const [trunks, setTrunks] = useState<string[]>([])
  const [countries, setCountries] = useState<string[]>([])
  const [tollFree, setTollFree] = useState(false)
  const [thanks, setThanks] = useState(false)
  const allCountries = useCountries()
  const add = useOperatorChange<{
    ranges: string[]
    trunks: readonly string[]
    tollFree: boolean
    countries: readonly string[]
    thanks: boolean
  }>('/operator/pools/confirmation')
  const remove = useOperatorChange<{ numbers: readonly string[] }>('/operator/pools/confirmation/remove')
  const submit = () =>
    add.mutate(
      { ranges: [range], trunks, tollFree, countries, thanks: tollFree && thanks },
      { onSuccess: () => setRange('') },
    )
  const words = ({ numbers }: Run) => rangeText(numbers[0]!, numbers.at(-1)!)
  return (
    <Section title={text.confirmation} about={text.confirmationAbout}>
      <Form onSubmit={submit}>
        <Group align="flex-end" gap="sm">
          <TextInput
            label={text.range}
            placeholder="74951230000-74951230009"
            required
            w={260}
            value={range}
            onChange={(event) => setRange(event.currentTarget.value)}
          />
          <MultiSelect
            label={text.confirmationTrunks}
            placeholder={trunks.length === 0 ? text.anyTrunk : ''}
            data={pools.trunks
              .filter(({ demo, incomingCalls }) => !demo && incomingCalls)
              .map(({ name }) => name)}
            w={260}
            value={trunks}
            onChange={setTrunks}
          />
          <MultiSelect
            label={text.confirmationCountries}
            placeholder={countries.length === 0 ? text.anyCountry : ''}
            data={allCountries}
            searchable
            limit={300}
            w={260}
            value={countries}
            onChange={setCountries}
          />
        </Group>
        <Stack gap={6} mt="sm">
          <Checkbox
            label={text.tollFree}
            description={text.tollFreeAbout}
            checked={tollFree}
            onChange={(event) => setTollFree(event.currentTarget.checked)}
          />
          {tollFree && (
            <Checkbox
              label={text.thanks}
              description={text.thanksAbout}
              checked={thanks}
              onChange={(event) => setThanks(event.currentTarget.checked)}
            />
          )}
          <Button type="submit" variant="default" w="fit-content" mt={6} loading={add.isPending}>
            {text.add}
          </Button>
        </Stack>
        <ErrorNote error={add.error} own={poolProblems} />
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
            cell: (run) => (run.trunks.length === 0 ? text.anyTrunk : run.trunks.join(', ')),
          },
          {
            title: text.confirmationCountries,
            cell: (run) =>
              run.countries.length === 0 ? text.anyCountry : run.countries.map(formats.country).join(', '),
          },
          { title: text.numbers, value: ({ numbers }) => numbers.length, as: 'number' },
          {
            title: '',
            align: 'right',
            cell: (run) => (
              <ConfirmButton
                label={text.remove}
                name={text.removeName(words(run))}
                question={text.removeQuestion}
                onConfirm={() => remove.mutateAsync({ numbers: run.numbers })}
                error={remove.error}
                own={poolProblems}
              >
                {text.removeConfirmation(words(run))}
              </ConfirmButton>
            ),
          },
        ]}
      />
    </Section>
  )
}
