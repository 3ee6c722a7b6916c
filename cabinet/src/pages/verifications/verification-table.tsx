import type { VerificationLine } from '@ringkey/server/cabinet-api'
import type { ReactNode } from 'react'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Moment } from '../../parts/moment.tsx'
import type { Pages } from '../../parts/more-button.tsx'
import { RowLink } from '../../parts/row-link.tsx'
import { TestBadge } from '../calls/list/test-badge.tsx'
import { useLineColumns } from '../calls/list/use-line-columns.tsx'
import { StatusDot } from './status-dot.tsx'
import { StepsInALine } from './steps-in-a-line.tsx'
import { verificationsTexts } from './texts.ts'

/** One line for each verification. */
export function VerificationTable(props: {
  readonly lines: readonly VerificationLine[] | undefined
  readonly empty?: ReactNode
  readonly error?: unknown
  readonly pages?: Pages & { readonly label: string }
}) {
  const text = useTexts(verificationsTexts)
  const formats = useFormats()
  const { client, network, costs } = useLineColumns<VerificationLine>()
  const columns: Column<VerificationLine>[] = [
    { title: text.status, card: 'title', cell: (line) => <StatusDot line={line} /> },
    { title: text.time, card: 'corner', cell: ({ createdAt }) => <Moment at={createdAt} /> },
    {
      title: text.phone,
      card: 'second',
      cell: ({ id, phoneMask, test }) => (
        <span>
          <RowLink href={`/verifications/${id}`} label={text.open(id, phoneMask)}>
            {phoneMask || id}
          </RowLink>
          {test && <TestBadge />}
        </span>
      ),
    },
    { id: 'steps', title: text.steps, card: 'bare', cell: ({ steps }) => <StepsInALine steps={steps} /> },
    client,
    network,
    {
      id: 'took',
      title: text.took,
      isMinor: true,
      align: 'right',
      cell: ({ createdAt, endedAt }) => (endedAt === null ? '–' : formats.duration(endedAt - createdAt)),
    },
    ...costs,
  ]
  return (
    <DataTable
      label={text.title}
      name="verifications"
      columns={columns}
      rows={props.lines}
      keyOf={({ id }) => id}
      empty={props.empty ?? null}
      error={props.error}
      {...(props.pages === undefined ? {} : { pages: props.pages })}
    />
  )
}
