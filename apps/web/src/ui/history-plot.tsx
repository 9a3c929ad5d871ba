import { useFormat } from '#lib/format.ts'
import css from './history-plot.module.css'

export interface PlotLine {
  id: number | string
  name: string
  points: readonly {
    /** Index of the run, from the oldest. */
    at: number
    /** From 0 to 1. */
    rate: number
    /** The value in words. */
    said: string
  }[]
}

interface HistoryPlotProps {
  title: string
  /** Heading of the column of runs, for screen readers. */
  run: string
  /** Times of the runs, the oldest first. */
  times: readonly string[]
  lines: readonly PlotLine[]
}

const WIDTH = 360
const HEIGHT = 132
/** Room for the labels of the axis and for half a point. */
const EDGE = { left: 38, right: 8, top: 8, bottom: 8 }

/** Rates of runs over time, a line each; with a table for screen readers. Nothing for fewer than two runs. */
export function HistoryPlot({ title, run, times, lines }: HistoryPlotProps) {
  const format = useFormat()
  const [first, last] = [times[0], times.at(-1)]
  // A single run has no course.
  if (times.length < 2 || first === undefined || last === undefined) return null
  return (
    <figure className={css.history}>
      <figcaption>{title}</figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className={css.plot} aria-hidden="true">
        {[0, 0.5, 1].map((rate) => (
          <g key={rate}>
            <line x1={EDGE.left} x2={WIDTH - EDGE.right} y1={yOf(rate)} y2={yOf(rate)} className={css.grid} />
            <text x={EDGE.left - 6} y={yOf(rate) + 4} textAnchor="end" className={css.axis}>
              {format.percent(rate)}
            </text>
          </g>
        ))}
        {lines.map((line, index) => (
          <Line key={line.id} line={line} index={index} runs={times.length} />
        ))}
      </svg>
      <div className={css.dates} aria-hidden="true">
        <span>{format.day(first)}</span>
        <span>{format.day(last)}</span>
      </div>
      <ul className={css.legend} aria-hidden="true">
        {lines.map(({ id, name }, index) => (
          <li key={id}>
            <svg
              viewBox="0 0 20 8"
              width="20"
              height="8"
              data-line={index % 4}
              data-dashed={index > 3 || undefined}
            >
              <line x1="0" x2="20" y1="4" y2="4" />
            </svg>
            <span className="cut" title={name}>
              {name}
            </span>
          </li>
        ))}
      </ul>
      <HistoryTable title={title} run={run} times={times} lines={lines} />
    </figure>
  )
}

const yOf = (rate: number): number => EDGE.top + (1 - rate) * (HEIGHT - EDGE.top - EDGE.bottom)
const xOf = (at: number, runs: number): number =>
  EDGE.left + 6 + (at / Math.max(1, runs - 1)) * (WIDTH - EDGE.left - EDGE.right - 12)

interface LineProps {
  line: PlotLine
  /** Selects the colour. */
  index: number
  /** Number of runs. */
  runs: number
}

function Line({ line: { name, points }, index, runs }: LineProps) {
  // Lines of the same rates would cover each other.
  const apart = ((index % 4) - 1.5) * 2
  const places = points.map((point) => ({ ...point, x: xOf(point.at, runs), y: yOf(point.rate) + apart }))
  return (
    <g data-line={index % 4} data-dashed={index > 3 || undefined}>
      <polyline points={places.map(({ x, y }) => `${x},${y}`).join(' ')} />
      {places.map(({ at, x, y, said }) => (
        <circle key={at} cx={x} cy={y} r="3">
          <title>{`${name}: ${said}`}</title>
        </circle>
      ))}
    </g>
  )
}

function HistoryTable({ title, run, times, lines }: HistoryPlotProps) {
  const format = useFormat()
  return (
    <div className="sr">
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{run}</th>
            {lines.map(({ id, name }) => (
              <th key={id} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {times.map((time, at) => (
            <tr key={`${time}-${at}`}>
              <th scope="row">{format.full(time)}</th>
              {lines.map(({ id, points }) => (
                <td key={id}>{points.find((one) => one.at === at)?.said}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
