import css from './sparkline.module.css'

interface SparklineProps {
  /** What it shows, with its period. */
  label: string
  /** The oldest first; zero is the foot. */
  values: readonly number[]
  width: number
  height: number
}

const EDGE = 3

/** The course of a value as a line with a point for now. */
export function Sparkline({ label, values, width, height }: SparklineProps) {
  const most = Math.max(1e-9, ...values)
  const x = (at: number) => 1 + (at / Math.max(1, values.length - 1)) * (width - 2 - EDGE)
  const y = (value: number) => height - EDGE - (value / most) * (height - 2 * EDGE)
  const places = values.map((value, at) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`)
  return (
    <svg
      className={css.line}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-label={label}
    >
      <polyline points={places.join(' ')} />
      <circle cx={x(values.length - 1)} cy={y(values.at(-1) ?? 0)} r="2.25" />
    </svg>
  )
}
