import type { GoldenRun } from '@polylogue/contract'
import { useMemo } from 'react'
import { useFormat } from '../../../lib/format.ts'
import { useTranslation } from '../../../lib/texts.ts'
import { historyOf, rateOf, type History, type HistoryLine } from './history.ts'
import css from './run.module.css'

const WIDTH = 360
const HEIGHT = 132
/** Room for the labels of the axis and for half a point. */
const EDGE = { left: 38, right: 8, top: 8, bottom: 8 }

/** A line for each tag: the part of the prompts that passed in each run; with a table for screen readers. */
export function HistoryPlot({ runs }: { runs: readonly GoldenRun[] }) {
  const { t } = useTranslation('goldensets')
  const format = useFormat()
  const history = useMemo(() => historyOf(runs), [runs])
  const { times, lines } = history
  const [first, last] = [times[0], times.at(-1)]
  // A single run has no course.
  if (times.length < 2 || first === undefined || last === undefined) return null
  return (
    <figure className={css.history}>
      <figcaption>{t('history.title')}</figcaption>
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
          <Line key={line.modelTagId} line={line} index={index} runs={times.length} />
        ))}
      </svg>
      <div className={css.dates} aria-hidden="true">
        <span>{format.day(first)}</span>
        <span>{format.day(last)}</span>
      </div>
      <ul className={css.legend} aria-hidden="true">
        {lines.map(({ modelTagId, name }, index) => (
          <li key={modelTagId}>
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
      <HistoryTable history={history} />
    </figure>
  )
}

const yOf = (rate: number): number => EDGE.top + (1 - rate) * (HEIGHT - EDGE.top - EDGE.bottom)
const xOf = (at: number, runs: number): number =>
  EDGE.left + 6 + (at / Math.max(1, runs - 1)) * (WIDTH - EDGE.left - EDGE.right - 12)

interface LineProps {
  line: HistoryLine
  /** Selects the colour. */
  index: number
  /** Number of runs. */
  runs: number
}

function Line({ line: { name, points }, index, runs }: LineProps) {
  const { t } = useTranslation('goldensets')
  // Lines of the same rates would cover each other.
  const apart = ((index % 4) - 1.5) * 2
  const places = points.map((point) => ({
    ...point,
    x: xOf(point.at, runs),
    y: yOf(rateOf(point)) + apart,
  }))
  return (
    <g data-line={index % 4} data-dashed={index > 3 || undefined}>
      <polyline points={places.map(({ x, y }) => `${x},${y}`).join(' ')} />
      {places.map(({ at, x, y, passed, total }) => (
        <circle key={at} cx={x} cy={y} r="3">
          <title>{`${name}: ${t('runs.score', { passed, total })}`}</title>
        </circle>
      ))}
    </g>
  )
}

function HistoryTable({ history: { times, lines } }: { history: History }) {
  const { t } = useTranslation('goldensets')
  const format = useFormat()
  return (
    <div className="sr">
      <table>
        <caption>{t('history.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('history.run')}</th>
            {lines.map(({ modelTagId, name }) => (
              <th key={modelTagId} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {times.map((time, at) => (
            <tr key={`${time}-${at}`}>
              <th scope="row">{format.full(time)}</th>
              {lines.map(({ modelTagId, points }) => {
                const point = points.find((one) => one.at === at)
                return (
                  <td key={modelTagId}>
                    {point && t('runs.score', { passed: point.passed, total: point.total })}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
