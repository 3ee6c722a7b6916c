import { Paper, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './figure.module.css'

/** As many signs fit into the smallest tile, half of a phone's screen. A balance of millions is written smaller there. */
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
      <Text fz={isLong ? 'clamp(14px, 11cqi, 22px)' : 22} fw={600} lh={1.35}>
        {props.value}
      </Text>
      <Text size="xs" className={classes.quiet!} mih={18} component="div">
        {props.note}
      </Text>
    </Paper>
  )
}
