import { Paper, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './figure.module.css'

/** One number with its name, and what it is compared with. */
export function Figure(props: {
  readonly name: ReactNode
  readonly value: ReactNode
  readonly note?: ReactNode
}) {
  return (
    <Paper withBorder p="sm">
      <Text size="sm" className={classes.quiet!} component="div">
        {props.name}
      </Text>
      <Text fz={22} fw={600} lh={1.35}>
        {props.value}
      </Text>
      <Text size="xs" className={classes.quiet!} mih={18} component="div">
        {props.note}
      </Text>
    </Paper>
  )
}
