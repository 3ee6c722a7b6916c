import { Group, Skeleton, Text } from '@mantine/core'
import type { VerificationLine } from '@ringkey/server/cabinet-api'
import { Link } from 'wouter'
import { useFormats } from '../../../language/formats.ts'
import { useTexts } from '../../../language/language.tsx'
import { terms } from '../../../language/terms.ts'
import { Moment } from '../../../parts/moment.tsx'
import { StateDot } from './state-dot.tsx'
import classes from './table.module.css'
import { tableTexts } from './table-texts.ts'
import { TestBadge } from './test-badge.tsx'

/** The same lines where there is no room for a table: three short rows each. */
export function VerificationCards(props: {
  readonly lines: readonly VerificationLine[] | undefined
  readonly fresh: ReadonlySet<number>
  readonly expectedLines: number
}) {
  if (props.lines === undefined) {
    return Array.from({ length: props.expectedLines }, (_, index) => (
      <Skeleton key={String(index)} h={58} my={4} />
    ))
  }
  return (
    <div>
      {props.lines.map((line) => (
        <Card key={line.vendorId} line={line} isFresh={props.fresh.has(line.vendorId)} />
      ))}
    </div>
  )
}

function Card({ line, isFresh }: { readonly line: VerificationLine; readonly isFresh: boolean }) {
  const text = useTexts(tableTexts)
  const words = useTexts(terms)
  const formats = useFormats()
  const facts = [
    line.client,
    [line.operator, line.region].filter((part) => part !== '').join(', '),
    line.timeToRingMs === null ? '' : text.rangAfter(formats.seconds(line.timeToRingMs)),
  ].filter((fact) => fact !== '')
  return (
    <Link href={`/calls/${line.vendorId}`} className={`${classes.card} ${isFresh ? classes.fresh : ''}`}>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <StateDot line={line} />
        <Text size="sm" className={classes.quiet!} style={{ whiteSpace: 'nowrap' }}>
          <Moment at={line.startedAt} />
        </Text>
      </Group>
      <Group justify="space-between" wrap="nowrap" gap="xs" mt={2}>
        <Text fw={500}>
          {line.phoneMask} {line.test && <TestBadge />}
        </Text>
        <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
          {words.modes[line.mode]}
          {line.cost !== null && ` · ${formats.price(line.cost)}`}
        </Text>
      </Group>
      {facts.length > 0 && (
        <Text size="sm" className={classes.quiet!} truncate>
          {facts.join(' · ')}
        </Text>
      )}
    </Link>
  )
}
