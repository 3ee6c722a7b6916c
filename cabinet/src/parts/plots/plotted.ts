export interface PlotSeries {
  readonly id: string
  readonly label: string
  readonly color: string
}

/** What a plot shows, however it is drawn. */
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
