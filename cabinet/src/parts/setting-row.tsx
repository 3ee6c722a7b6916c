import { Box, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './setting-row.module.css'

/** One thing that can be set: what it is and what it does at the left, the control at the right. */
export function SettingRow(props: {
  readonly title: string
  readonly hint?: ReactNode
  readonly children: ReactNode
}) {
  return (
    <Box className={classes.row!}>
      <Stack gap={2}>
        <Text fw={600}>{props.title}</Text>
        {props.hint !== undefined && (
          <Text variant="hint" component="div">
            {props.hint}
          </Text>
        )}
      </Stack>
      <Box miw={0}>{props.children}</Box>
    </Box>
  )
}
