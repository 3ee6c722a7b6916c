import { Paper, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './figure.module.css'

/** As many signs fit into the smallest tile: half of a phone's screen. */
const usualLength = 11

/** One number with its name, and what it is compared with. */
export function Figure(props: {
  readonly name: ReactNode
  readonly value: ReactNode
  readonly note?: ReactNode
}) {
  const isLong = typeof props.value === 'string' && props.value.length > usualLength
  return (
    <Paper withBorder p="sm" className={classes.tile!}>
      <Text size="sm" className={classes.quiet!} component="div">
        {props.name}
      </Text>
      <Text fw={600} lh={1.35} {...(isLong ? { className: classes.long! } : { fz: 22 })}>
        {props.value}
      </Text>
      <Text size="xs" className={classes.quiet!} mih={18} component="div">
        {props.note}
      </Text>
    </Paper>
  )
}
