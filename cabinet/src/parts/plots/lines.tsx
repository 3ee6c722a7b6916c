import '@mantine/charts/styles.css'
import { LineChart } from '@mantine/charts'
import { nameAt, type PlotProps } from './plotted.ts'

export default function Lines({ steps, series, valueAt, stepName, valueName, height, label }: PlotProps) {
  return (
    <LineChart
      h={height}
      role="img"
      aria-label={label}
      data={steps.map((at) => ({
        step: stepName(at),
        ...Object.fromEntries(series.map(({ id }, place) => [nameAt(place), valueAt(at, id)])),
      }))}
      dataKey="step"
      series={series.map(({ label, color }, place) => ({ name: nameAt(place), label, color }))}
      valueFormatter={valueName}
      withLegend
      legendProps={{ verticalAlign: 'bottom' }}
      gridAxis="x"
      textColor="light-dark(#5f6b76, #9aa5b1)"
      tickLine="none"
      curveType="linear"
      connectNulls={false}
      withDots={steps.length <= 48}
      lineProps={{ isAnimationActive: false }}
      tooltipAnimationDuration={0}
      xAxisProps={{ minTickGap: 28 }}
      yAxisProps={{ width: 56 }}
    />
  )
}
