import '@mantine/charts/styles.css'
import { BarChart } from '@mantine/charts'
import { nameAt, type PlotProps } from './plotted.ts'

export default function StackedBars({
  steps,
  series,
  valueAt,
  stepName,
  valueName,
  height,
  label,
}: PlotProps) {
  return (
    <BarChart
      h={height}
      role="img"
      aria-label={label}
      type="stacked"
      data={steps.map((at) => ({
        step: stepName(at),
        ...Object.fromEntries(series.map(({ id }, place) => [nameAt(place), valueAt(at, id) ?? 0])),
      }))}
      dataKey="step"
      series={series.map(({ label, color }, place) => ({ name: nameAt(place), label, color }))}
      valueFormatter={valueName}
      withLegend
      legendProps={{ verticalAlign: 'bottom' }}
      gridAxis="x"
      textColor="light-dark(#5f6b76, #9aa5b1)"
      tickLine="none"
      barProps={{ isAnimationActive: false, maxBarSize: 36 }}
      tooltipAnimationDuration={0}
      xAxisProps={{ minTickGap: 28 }}
      yAxisProps={{ width: 56, allowDecimals: false }}
    />
  )
}
