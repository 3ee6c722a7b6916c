import { Paper, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './figure.module.css'

/** A balance of millions stays in its tile on a phone: the letters shrink with the room for each of them. */
const sizeOf = (value: ReactNode) =>
  typeof value === 'string' ? `clamp(13px, ${Math.floor(150 / value.length)}cqi, 22px)` : 22

/** One number with its name, and what it is compared with. */
export function Figure(props: {
  readonly name: ReactNode
  readonly value: ReactNode
  readonly note?: ReactNode
}) {
  return (
    <Paper withBorder p="sm" className={classes.tile!}>
      <Text variant="hint" component="div">
        {props.name}
      </Text>
      <Text fz={sizeOf(props.value)} fw={600} lh={1.35}>
        {props.value}
      </Text>
      <Text variant="note" mih={18} component="div">
        {props.note}
      </Text>
    </Paper>
  )
}
