import { Button, FileButton, Group, Stack, Text } from '@mantine/core'
import type { Answer } from '@ringkey/server/cabinet-api'
import { useState } from 'react'
import { addressOf } from '../../api/client.ts'
import { useOperatorChange } from '../../api/operator.ts'
import { useRead } from '../../api/use-api.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { DownloadButton } from '../../parts/download-button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { Section } from '../../parts/section.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { rangeText } from './codes.ts'
import { ContractForm } from './contract-form.tsx'
import { contractTexts } from './contract-texts.ts'
import { poolProblems } from './texts.ts'

type Contracts = Answer<'/operator/contracts'>
type Contract = Contracts['contracts'][number]
/** Days before the end in which the alarms are raised. */
const [soonDays, verySoonDays] = [30, 7]

/** What was agreed about calling numbers, and the numbers about which nothing is valid. */
export function Contracts({ trunks }: { readonly trunks: readonly string[] }) {
  const text = useTexts(contractTexts)
  const formats = useFormats()
  const [open, setOpen] = useState<Contract | 'new' | null>(null)
  const { data } = useRead('/operator/contracts')
  const load = useOperatorChange('/operator/contracts/import')
  const remove = useOperatorChange('/operator/contracts/remove')
  if (data === undefined) return null
  const partyOf = ({ network, country, trunk }: Pick<Contract, 'network' | 'country' | 'trunk'>) =>
    network === '' ? text.carrierOf(trunk) : `${formats.network(network)}, ${formats.country(country)}`
  return (
    <Section title={text.contracts} about={text.contractsAbout}>
      <Group gap="sm">
        <Button variant="default" onClick={() => setOpen('new')}>
          {text.addContract}
        </Button>
        <FileButton
          accept=".csv,text/csv"
          onChange={async (file) => file !== null && load.mutate({ csv: await file.text() })}
        >
          {(props) => (
            <Button {...props} variant="default" loading={load.isPending}>
              {text.importCsv}
            </Button>
          )}
        </FileButton>
        <DownloadButton href={addressOf('/operator/contracts/export')} download="contracts.csv">
          {text.exportCsv}
        </DownloadButton>
      </Group>
      <ErrorNote error={load.error} errorTexts={poolProblems} />
      <DataTable
        label={text.contracts}
        rows={data.contracts}
        keyOf={({ document }) => document}
        empty={<EmptyState title={text.noContracts}>{text.noContractsAbout}</EmptyState>}
        columns={[
          { title: text.document, value: ({ document }) => document },
          { title: text.party, sortBy: partyOf, cell: partyOf },
          {
            title: text.ranges,
            cell: ({ ranges }) =>
              ranges
                .map((range) => {
                  const [first = '', last = first] = range.split('-')
                  return rangeText(first, last)
                })
                .join(', '),
          },
          {
            title: text.lastDay,
            sortBy: ({ lastDay }) => lastDay,
            cell: ({ lastDay, daysLeft }) => (
              <Text span inherit style={{ whiteSpace: 'nowrap' }}>
                <StateWord
                  tone={daysLeft < verySoonDays ? 'bad' : daysLeft < soonDays ? 'open' : 'good'}
                  word={daysLeft < 0 ? text.ended(lastDay) : lastDay}
                />
              </Text>
            ),
          },
          { title: text.label, cell: ({ label }) => label || '–' },
          { title: text.price, cell: ({ price }) => (price === 0 ? '–' : formats.price(price)) },
          { title: text.note, cell: ({ note }) => note || '–' },
        ]}
        actions={(contract) => (
          <Group gap={4} justify="flex-end" wrap="nowrap">
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={text.editName(contract.document)}
              onClick={() => setOpen(contract)}
            >
              {text.edit}
            </Button>
            <ConfirmButton
              label={text.remove}
              name={text.removeContractName(contract.document)}
              question={text.removeContractQuestion}
              onConfirm={() => remove.mutateAsync({ document: contract.document })}
              errorTexts={poolProblems}
            >
              {text.removeContractAbout(contract.document)}
            </ConfirmButton>
          </Group>
        )}
      />
      {data.lacking.length > 0 && (
        <Stack gap={4}>
          <Text fw={600} mt="sm">
            {text.lacking}
          </Text>
          <DataTable
            label={text.lacking}
            rows={data.lacking.map((each, index) => ({ ...each, index }))}
            keyOf={({ index }) => index}
            empty={null}
            columns={[
              { title: text.party, sortBy: partyOf, cell: partyOf },
              { title: text.lackingNumbers, value: ({ first, last }) => rangeText(first, last) },
              { title: text.trunks, cell: (row) => row.trunks.join(', ') },
              {
                title: text.why,
                cell: ({ ended }) =>
                  ended === null ? text.neverHad : text.hasEnded(ended.document, ended.lastDay),
              },
            ]}
          />
          {data.lackingLeftOut > 0 && (
            <Text variant="hint">{text.lackingLeftOut(formats.number(data.lackingLeftOut))}</Text>
          )}
        </Stack>
      )}
      {open !== null && (
        <ContractForm contract={open === 'new' ? null : open} trunks={trunks} onClose={() => setOpen(null)} />
      )}
    </Section>
  )
}
