import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'

export interface PlotSeries {
  readonly id: string
  readonly label: string
  readonly color: string
}

export interface PlotProps {
  /** What it shows, for those who do not see it; the figures stand in a table beside it. */
  readonly label: string
  readonly height: number
  /** When each step begins. */
  readonly steps: readonly number[]
  readonly series: readonly PlotSeries[]
  readonly valueAt: (at: number, id: string) => number | null
  readonly stepName: (at: number) => string
  readonly valueName: (value: number) => string
}

/** Names of things may hold dots, which the drawing code reads as a path: it is given places instead. */
export const nameAt = (place: number) => `series-${place}`

const kinds = {
  bars: lazy(() => import('./stacked-bars.tsx')),
  lines: lazy(() => import('./lines.tsx')),
}

/** The drawing code is large, so it is loaded when the first plot is looked at; its place is kept meanwhile. */
export function Plot({ kind, ...props }: PlotProps & { readonly kind: keyof typeof kinds }) {
  const Drawn = kinds[kind]
  return (
    <Suspense fallback={<Skeleton h={props.height} />}>
      <Drawn {...props} />
    </Suspense>
  )
}
