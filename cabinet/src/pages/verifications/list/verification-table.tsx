import { Skeleton, Table } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { VerificationLine } from '@ringkey/server/cabinet-api'
import { Link, useLocation } from 'wouter'
import { useMay } from '../../../api/me.ts'
import { useFormats } from '../../../language/formats.ts'
import { useTexts } from '../../../language/language.tsx'
import { terms } from '../../../language/terms.ts'
import { Moment } from '../../../parts/moment.tsx'
import { HiddenCode } from './hidden-code.tsx'
import { StateDot } from './state-dot.tsx'
import classes from './table.module.css'
import { tableTexts } from './table-texts.ts'
import { TestBadge } from './test-badge.tsx'
import { VerificationCards } from './verification-cards.tsx'

interface Props {
  /** undefined while they are being read. */
  readonly lines: readonly VerificationLine[] | undefined
  /** Lines that have just come. */
  readonly fresh?: ReadonlySet<number>
  /** Of the skeleton, while there is nothing else to show. */
  readonly expectedLines?: number
}

const noneFresh: ReadonlySet<number> = new Set()

/** One line each; on a narrow screen one card each. */
export function VerificationTable({ lines, fresh = noneFresh, expectedLines = 10 }: Props) {
  const isNarrow = useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false })
  if (isNarrow) return <VerificationCards lines={lines} fresh={fresh} expectedLines={expectedLines} />
  return (
    <Table.ScrollContainer minWidth={900} type="native">
      <Table highlightOnHover horizontalSpacing="xs" className={classes.table!}>
        <Head />
        <Table.Tbody>
          {lines === undefined
            ? Array.from({ length: expectedLines }, (_, index) => <SkeletonRow key={String(index)} />)
            : lines.map((line) => <Row key={line.vendorId} line={line} isFresh={fresh.has(line.vendorId)} />)}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function Head() {
  const text = useTexts(tableTexts)
  const maySeeMoney = useMay('read-money')
  return (
    <Table.Thead>
      <Table.Tr>
        <Table.Th w="16.5%">{text.state}</Table.Th>
        <Table.Th w="11%">{text.time}</Table.Th>
        <Table.Th w="9%">{text.mode}</Table.Th>
        <Table.Th w="16%">{text.phone}</Table.Th>
        <Table.Th w="6%">{text.code}</Table.Th>
        <Table.Th w="11%">{text.client}</Table.Th>
        <Table.Th>{text.operator}</Table.Th>
        <Table.Th w="8%" className={classes.number!}>
          {text.toRing}
        </Table.Th>
        {maySeeMoney && (
          <Table.Th w="7%" className={classes.number!}>
            {text.cost}
          </Table.Th>
        )}
      </Table.Tr>
    </Table.Thead>
  )
}

function Row({ line, isFresh }: { readonly line: VerificationLine; readonly isFresh: boolean }) {
  const text = useTexts(tableTexts)
  const words = useTexts(terms)
  const formats = useFormats()
  const [, navigate] = useLocation()
  const address = `/calls/${line.vendorId}`
  const network = [line.operator, line.region].filter((part) => part !== '').join(', ')
  return (
    <Table.Tr className={`${classes.row} ${isFresh ? classes.fresh : ''}`} onClick={() => navigate(address)}>
      <Table.Td>
        <StateDot line={line} />
      </Table.Td>
      <Table.Td>
        <Moment at={line.startedAt} />
      </Table.Td>
      <Table.Td>{words.modes[line.mode]}</Table.Td>
      <Table.Td>
        <Link
          href={address}
          className={classes.link!}
          aria-label={text.open(line.vendorId, line.phoneMask)}
          onClick={(event) => event.stopPropagation()}
        >
          {line.phoneMask}
        </Link>
        {line.test && <TestBadge />}
      </Table.Td>
      <Table.Td className={classes.codeCell!}>
        <HiddenCode code={line.code} />
      </Table.Td>
      <Table.Td title={line.client}>{line.client}</Table.Td>
      <Table.Td title={network} className={classes.quiet!}>
        {network || formats.country(line.country)}
      </Table.Td>
      <Table.Td className={classes.number!}>
        {line.timeToRingMs === null ? '–' : formats.seconds(line.timeToRingMs)}
      </Table.Td>
      {line.cost !== null && <Table.Td className={classes.number!}>{formats.price(line.cost)}</Table.Td>}
    </Table.Tr>
  )
}

function SkeletonRow() {
  const cells = useMay('read-money') ? 9 : 8
  return (
    <Table.Tr>
      {Array.from({ length: cells }, (_, index) => (
        <Table.Td key={String(index)}>
          <Skeleton h={12} my={5} w="80%" />
        </Table.Td>
      ))}
    </Table.Tr>
  )
}
