import type { GoldenRun } from '@polylogue/contract'
import { useMemo } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { HistoryPlot } from '#ui/history-plot.tsx'
import { historyOf, rateOf } from './history.ts'

/** A line for each tag: the part of the prompts that passed in each run. */
export function RunsPlot({ runs }: { runs: readonly GoldenRun[] }) {
  const { t } = useTranslation('goldensets')
  const { times, lines } = useMemo(() => historyOf(runs), [runs])
  return (
    <HistoryPlot
      title={t('history.title')}
      run={t('history.run')}
      times={times}
      lines={lines.map(({ modelTagId, name, points }) => ({
        id: modelTagId,
        name,
        points: points.map((point) => ({
          at: point.at,
          rate: rateOf(point),
          said: t('runs.score', { passed: point.passed, total: point.total }),
        })),
      }))}
    />
  )
}
