export interface PlotSeries {
  readonly id: string
  readonly label: string
  readonly color: string
}

/** What a plot shows, however it is drawn. */
export interface PlotProps {
  /** Description for screen readers; the figures are in a table beside the plot. */
  readonly label: string
  readonly height: number
  /** When each step begins. */
  readonly steps: readonly number[]
  readonly series: readonly PlotSeries[]
  readonly valueAt: (at: number, id: string) => number | null
  readonly stepName: (at: number) => string
  readonly valueName: (value: number) => string
}

/** Where the drawing stands inside the plot, in pixels. */
export interface PlotArea {
  readonly left: number
  readonly top: number
  readonly bottom: number
  readonly stepWidth: number
  readonly yOf: (value: number) => number
}
