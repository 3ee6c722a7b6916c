import type { CallLine } from '@ringkey/server/cabinet-api'
import type { ReactNode } from 'react'
import { useFormats } from '../../../language/formats.ts'
import { useTexts } from '../../../language/language.tsx'
import { terms } from '../../../language/terms.ts'
import { type Column, DataTable } from '../../../parts/data-table.tsx'
import { Moment } from '../../../parts/moment.tsx'
import type { Pages } from '../../../parts/more-button.tsx'
import { RowLink } from '../../../parts/row-link.tsx'
import { verificationProblems } from '../texts.ts'
import { HiddenCode } from './hidden-code.tsx'
import { StateDot } from './state-dot.tsx'
import classes from './table.module.css'
import { tableTexts } from './table-texts.ts'
import { TestBadge } from './test-badge.tsx'
import { useLineColumns } from './use-line-columns.tsx'

interface Props {
  /** undefined while they are being read. */
  readonly lines: readonly CallLine[] | undefined
  readonly empty?: ReactNode
  readonly error?: unknown
  readonly pages?: Pages & { readonly label: string }
  /** Lines that have just come. */
  readonly fresh?: ReadonlySet<number>
  /** Of the skeleton, while there is nothing else to show. */
  readonly expectedLines?: number
  /** Where a line leads; `/calls` unless it is said. */
  readonly base?: string
}

/** One line for each call. */
export function CallTable(props: Props) {
  const text = useTexts(tableTexts)
  const words = useTexts(terms)
  const formats = useFormats()
  const { client, network, costs } = useLineColumns<CallLine>()
  const { fresh, base = '/calls' } = props
  const columns: Column<CallLine>[] = [
    { title: text.state, card: 'title', width: '18%', cell: (line) => <StateDot line={line} /> },
    { title: text.time, card: 'corner', cell: ({ startedAt }) => <Moment at={startedAt} /> },
    {
      title: text.phone,
      card: 'second',
      cell: ({ vendorId, phoneMask, test }) => (
        <span className={classes.phone}>
          <RowLink href={`${base}/${vendorId}`} label={text.open(vendorId, phoneMask)}>
            {phoneMask}
          </RowLink>
          {test && <TestBadge />}
        </span>
      ),
    },
    {
      id: 'mode',
      title: text.mode,
      card: 'second',
      // The Russian name of flash has a hyphen.
      cell: ({ mode }) => <span style={{ whiteSpace: 'nowrap' }}>{words.modes[mode]}</span>,
    },
    {
      id: 'code',
      title: text.code,
      isMinor: true,
      card: 'hidden',
      cell: (line) => <HiddenCode line={line} />,
    },
    client,
    network,
    {
      id: 'to-ring',
      title: text.toRing,
      align: 'right',
      isMinor: true,
      cell: ({ timeToRingMs }) => (timeToRingMs === null ? '–' : formats.seconds(timeToRingMs)),
    },
    ...costs,
  ]
  return (
    <DataTable
      label={words.calls}
      name="calls"
      columns={columns}
      rows={props.lines}
      keyOf={({ vendorId }) => vendorId}
      empty={props.empty ?? null}
      error={props.error}
      problems={verificationProblems}
      {...(props.pages === undefined ? {} : { pages: props.pages })}
      isFresh={({ vendorId }) => fresh?.has(vendorId) ?? false}
      expectedRows={props.expectedLines ?? 10}
    />
  )
}
