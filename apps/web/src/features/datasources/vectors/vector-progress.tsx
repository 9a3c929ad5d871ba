import type { DatasourceVectors } from '@polylogue/contract'
import { useFormat } from '../../../lib/format.ts'
import { useTranslation } from '../../../lib/texts.ts'
import css from './vectors.module.css'

/** How far the vectors of a data source are, or why it has none. */
export function VectorProgress({ vectors }: { vectors: DatasourceVectors | null }) {
  const { t } = useTranslation('vectors')
  const format = useFormat()
  if (!vectors) return null
  const { state, done, total } = vectors
  const amount = t('amount', { done: format.number(done), count: total, total: format.number(total) })
  const isPart = (state === 'making' || state === 'unavailable') && total > 0
  return (
    <div className={css.progress} data-state={state}>
      <span>{isPart ? t(`states.${state}`, { amount }) : t(`whole.${state}`)}</span>
      {isPart && (
        <span
          className={css.bar}
          role="progressbar"
          aria-label={t('progress')}
          aria-valuemin={0}
          aria-valuemax={total}
          aria-valuenow={done}
          aria-valuetext={amount}
        >
          <span style={{ width: `${(100 * done) / total}%` }} />
        </span>
      )}
    </div>
  )
}
