import type { PhoneVerificationLine } from '@ringkey/server/cabinet-api'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useMay } from '../../api/me.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Moment } from '../../parts/moment.tsx'
import { TestBadge } from '../verifications/list/test-badge.tsx'
import classes from './phone-verifications.module.css'
import { StatusDot } from './status-dot.tsx'
import { StepsInALine } from './steps-in-a-line.tsx'
import { phoneVerificationsTexts } from './texts.ts'

/** One line for each verification; on a narrow screen one card each. */
export function PhoneVerificationTable(props: {
  readonly lines: readonly PhoneVerificationLine[] | undefined
  readonly empty?: ReactNode
}) {
  const text = useTexts(phoneVerificationsTexts)
  const formats = useFormats()
  const maySeeMoney = useMay('read-money')
  const columns: Column<PhoneVerificationLine>[] = [
    { title: text.status, cell: (line) => <StatusDot line={line} /> },
    { title: text.time, cell: ({ createdAt }) => <Moment at={createdAt} /> },
    {
      title: text.phone,
      cell: ({ id, phoneMask, test }) => (
        <span>
          <Link href={`/verifications/${id}`} className={classes.link!} aria-label={text.open(id, phoneMask)}>
            {phoneMask || id}
          </Link>
          {test && <TestBadge />}
        </span>
      ),
    },
    { title: text.steps, cell: ({ steps }) => <StepsInALine steps={steps} /> },
    { title: text.client, cell: ({ client }) => client },
    {
      title: text.operator,
      cell: ({ operator, region, country }) => (
        <span className={classes.quiet}>
          {[operator, region].filter((part) => part !== '').join(', ') || formats.country(country)}
        </span>
      ),
    },
    {
      title: text.took,
      align: 'right',
      cell: ({ createdAt, endedAt }) => (endedAt === null ? '–' : formats.duration(endedAt - createdAt)),
    },
  ]
  const cost: Column<PhoneVerificationLine> = {
    title: text.cost,
    align: 'right',
    cell: (line) => (line.cost === null ? '' : formats.price(line.cost)),
  }
  return (
    <DataTable
      label={text.title}
      columns={maySeeMoney ? [...columns, cost] : columns}
      rows={props.lines}
      keyOf={({ id }) => id}
      empty={props.empty ?? null}
    />
  )
}
