import type { VerificationLine } from '@ringkey/server/cabinet-api'
import type { ReactNode } from 'react'
import { useMay } from '../../../api/me.ts'
import { useServices } from '../../../api/services.ts'
import { useChosenService } from '../../../frame/chosen-service.tsx'
import { useFormats } from '../../../language/formats.ts'
import { useTexts } from '../../../language/language.tsx'
import { terms } from '../../../language/terms.ts'
import { type Column, DataTable } from '../../../parts/data-table.tsx'
import { DetailLink, useListAddress } from '../../../parts/detail-link.tsx'
import { Moment } from '../../../parts/moment.tsx'
import type { Pages } from '../../../parts/more-button.tsx'
import { isInConsole } from '../../console-path.ts'
import { listProblems } from '../texts.ts'
import { HiddenCode } from './hidden-code.tsx'
import { StatusDot } from './status-dot.tsx'
import { StepsInALine } from './steps-in-a-line.tsx'
import classes from './table.module.css'
import { tableTexts } from './table-texts.ts'
import { TestBadge } from './test-badge.tsx'

const minuteMs = 60_000

/** One line for each verification of `/v2` and each call of `/v1.0`. */
export function VerificationTable(props: {
  /** undefined while they are being read. */
  readonly lines: readonly VerificationLine[] | undefined
  readonly empty?: ReactNode
  readonly error?: unknown
  readonly pages?: Pages & { readonly label: string }
  /** Lines that have just come. */
  readonly fresh?: ReadonlySet<string>
  /** Of the skeleton, while there is nothing else to show. */
  readonly expectedLines?: number
}) {
  const text = useTexts(tableTexts)
  const formats = useFormats()
  const maySeeMoney = useMay('read-money')
  const { fresh } = props
  const isOfCustomers = isInConsole(useListAddress())
  const serviceOf = useServiceNames(isOfCustomers)
  const network = ({ operator, region, country }: VerificationLine) =>
    [formats.network(operator), formats.region(region)].filter((part) => part !== '').join(', ') ||
    formats.country(country)
  const customer: Column<VerificationLine> = {
    id: 'customer',
    title: text.customer,
    width: '11%',
    card: 'second',
    isCut: true,
    cell: ({ origin }) => origin && <span title={origin.customer}>{origin.customer}</span>,
  }
  const service: Column<VerificationLine> = {
    id: 'service',
    title: text.service,
    width: '8%',
    collapsible: isOfCustomers,
    card: 'second',
    isCut: true,
    cell: ({ serviceId, origin }) => origin?.service ?? serviceOf?.get(serviceId) ?? serviceId,
  }
  const trunk: Column<VerificationLine> = {
    id: 'trunk',
    title: text.trunk,
    width: '8%',
    card: 'second',
    isCut: true,
    cell: ({ origin }) => origin?.trunks.join(', '),
  }
  // Codes belong to the customer: operators do not see them.
  const code: Column<VerificationLine> = {
    id: 'code',
    title: text.code,
    collapsible: true,
    card: 'hidden',
    cell: (line) => <HiddenCode line={line} />,
  }
  const client: Column<VerificationLine> = {
    id: 'client',
    title: text.client,
    width: '12%',
    collapsible: true,
    isCut: true,
    cell: ({ client }) => client && <span title={client}>{client}</span>,
  }
  const columns: Column<VerificationLine>[] = [
    {
      title: text.state,
      card: 'title',
      width: '19%',
      isCut: true,
      cell: (line) => <StatusDot line={line} />,
    },
    { title: text.time, card: 'corner', cell: ({ createdAt }) => <Moment at={createdAt} /> },
    {
      title: text.phone,
      card: 'second',
      cell: ({ id, phoneMask, test }) => (
        <span className={classes.phone}>
          <DetailLink id={id} label={text.open(id, phoneMask)} isRow>
            {phoneMask || id}
          </DetailLink>
          {test && <TestBadge />}
        </span>
      ),
    },
    ...(isOfCustomers ? [customer] : []),
    ...(isOfCustomers || serviceOf !== null ? [service] : []),
    { id: 'steps', title: text.steps, card: 'second', cell: ({ steps }) => <StepsInALine steps={steps} /> },
    ...(isOfCustomers ? [trunk] : [code]),
    ...(isOfCustomers ? [] : [client]),
    {
      id: 'operator',
      title: text.operator,
      width: isOfCustomers ? '12%' : '20%',
      card: 'bare',
      isCut: true,
      cell: (line) => (
        <span className={classes.quiet} title={network(line)}>
          {network(line)}
        </span>
      ),
    },
    {
      id: 'took',
      title: text.took,
      align: 'right',
      collapsible: true,
      cell: ({ createdAt, endedAt }) => {
        if (endedAt === null) return '–'
        const tookMs = endedAt - createdAt
        return tookMs < 2 * minuteMs ? formats.duration(tookMs) : formats.span(tookMs)
      },
    },
    {
      id: 'cost',
      title: text.cost,
      align: 'right',
      card: 'second',
      cell: ({ cost }) => (cost === null ? '' : formats.price(cost)),
    },
  ]
  return (
    <DataTable
      label={useTexts(terms).verifications}
      name="verifications"
      columns={maySeeMoney ? columns : columns.filter(({ id }) => id !== 'cost')}
      rows={props.lines}
      keyOf={({ id }) => id}
      empty={props.empty ?? null}
      error={props.error}
      errorTexts={listProblems}
      {...(props.pages === undefined ? {} : { pages: props.pages })}
      isFresh={({ id }) => fresh?.has(id) ?? false}
      expectedRows={props.expectedLines ?? 10}
    />
  )
}

/** Names by id where an owner has several services and looks at all of them; null elsewhere. */
function useServiceNames(isOfCustomers: boolean): ReadonlyMap<number, string> | null {
  const { data = [] } = useServices()
  const { serviceId } = useChosenService()
  if (isOfCustomers || serviceId !== null || data.length < 2) return null
  return new Map(data.map(({ id, name }) => [id, name]))
}
