import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { PlotProps } from './plotted.ts'

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
