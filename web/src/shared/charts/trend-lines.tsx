import '@mantine/charts/styles.layer.css'

import { LineChart } from '@mantine/charts'

export type TrendPoint = { label: string; value: number; previous: number | null }

type Props = {
  points: TrendPoint[]
  names: { value: string; previous: string }
  write: (value: number) => string
  height: number
  label: string
}

/** The lines of a TrendChart. Solid and dashed, so that nobody has to tell colours apart. */
export default function TrendLines({ points, names, write, height, label }: Props) {
  const compared = points.some(({ previous }) => previous !== null)
  return (
    <LineChart
      h={height}
      data={points}
      dataKey="label"
      series={[
        { name: 'value', label: names.value, color: 'var(--accent-text)' },
        ...(compared
          ? [{ name: 'previous', label: names.previous, color: 'var(--mantine-color-dimmed)', strokeDasharray: '5 5' }]
          : []),
      ]}
      curveType="linear"
      withDots={points.length < 2}
      withLegend
      legendProps={{ verticalAlign: 'bottom' }}
      valueFormatter={write}
      tooltipAnimationDuration={0}
      lineProps={{ isAnimationActive: false }}
      lineChartProps={{ accessibilityLayer: true, title: label }}
      yAxisProps={{ width: 64, allowDecimals: false }}
      xAxisProps={{ minTickGap: 40 }}
    />
  )
}
