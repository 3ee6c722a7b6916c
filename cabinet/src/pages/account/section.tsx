import { Grid, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './section.module.css'

/** One section: its name and description at the left, its controls at the right. */
export function Section(props: {
  readonly title: string
  readonly lead?: ReactNode
  readonly children: ReactNode
}) {
  return (
    <Grid component="section" className={classes.section!} aria-label={props.title} gap="lg">
      <Grid.Col span={{ base: 12, md: 4 }}>
        <Title order={2}>{props.title}</Title>
        {props.lead !== undefined && (
          <Text variant="hint" mt={4} component="div">
            {props.lead}
          </Text>
        )}
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 8 }}>
        <Stack gap="sm" align="stretch">
          {props.children}
        </Stack>
      </Grid.Col>
    </Grid>
  )
}
