import { Alert, Group, NativeSelect, Stack, Text } from '@mantine/core'
import type { Answer } from '@ringkey/server/cabinet-api'
import { useMemo, useState } from 'react'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Section } from '../../parts/section.tsx'
import classes from './code-map.module.css'
import { codesIn, missingCodes, pathOf } from './codes.ts'
import { poolsTexts } from './texts.ts'

const maxExamples = 8
const colours = { enough: 'teal', alarm: 'orange', refuse: 'red' }

/** Which of the codes a call can show, drawn and in words. */
export function Coverage({ pools }: { readonly pools: Answer<'/operator/pools'> }) {
  const text = useTexts(poolsTexts)
  const formats = useFormats()
  const [chosen, setChosen] = useState(0)
  const coverage = pools.coverage[chosen] ?? pools.coverage[0]
  const codes = useMemo(() => codesIn(coverage?.map ?? ''), [coverage?.map])
  const missing = useMemo(() => missingCodes(codes), [codes])
  if (coverage === undefined) return <EmptyState title={text.noTrunk}>{text.noTrunkAbout}</EmptyState>
  const placeOf = (prefix: string) => (prefix === '' ? text.everywhere : `+${prefix}`)
  const isDemo = coverage.trunks.every((name) => pools.trunks.find((trunk) => trunk.name === name)?.demo)
  const verdict = isDemo && coverage.verdict === 'alarm' ? text.demoAlarm : text.verdicts[coverage.verdict]
  return (
    <Section title={text.coverage} about={text.coverageAbout}>
      <Group align="flex-start" gap="xl">
        <svg
          className={classes.map}
          viewBox="0 0 100 100"
          role="img"
          aria-label={text.mapLabel(formats.number(coverage.codes))}
          shapeRendering="crispEdges"
        >
          <rect className={classes.ground} width={100} height={100} />
          <path className={classes.covered} d={pathOf(codes)} />
          <path className={classes.grid} d={gridPath} shapeRendering="auto" />
        </svg>
        <Stack gap="sm" style={{ flex: 1, minWidth: 240 }}>
          {pools.coverage.length > 1 && (
            <NativeSelect
              label={text.destination}
              value={String(chosen)}
              onChange={(event) => setChosen(Number(event.currentTarget.value))}
              data={pools.coverage.map(({ prefix }, index) => ({
                value: String(index),
                label: placeOf(prefix),
              }))}
            />
          )}
          <div>
            <Text size="xl" fw={600}>
              {text.covered(formats.number(coverage.codes))}
            </Text>
            <Text c="dimmed" size="sm">
              {placeOf(coverage.prefix)}, {text.over(coverage.trunks.join(', '))}
            </Text>
          </div>
          <Alert color={colours[coverage.verdict]}>{verdict}</Alert>
          <Text size="sm">
            {missing.length === 0
              ? text.noneMissing
              : text.missing(formats.number(missing.length), missing.slice(0, maxExamples).join(', '))}
          </Text>
          {pools.use !== null && (
            <Text variant="hint">
              {text.use(formats.number(pools.use.calls), formats.number(pools.use.tooSoon))}
            </Text>
          )}
          {pools.coverageLeftOut > 0 && (
            <Text variant="hint">{text.leftOut(formats.number(pools.coverageLeftOut))}</Text>
          )}
        </Stack>
      </Group>
    </Section>
  )
}

/** A line every thousand codes and every ten: the eye finds 4200. */
const gridPath = Array.from({ length: 9 }, (_, index) => (index + 1) * 10)
  .map((at) => `M${at} 0v100M0 ${at}h100`)
  .join('')
