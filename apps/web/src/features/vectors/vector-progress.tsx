import type { Datasource, DatasourceVectors } from '@polylogue/contract'
import { canWrite } from '#lib/can.ts'
import { useFormat } from '#lib/format.ts'
import { useNotices } from '#lib/notices.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { useSetMaking } from './api.ts'
import css from './vectors.module.css'

/** How far the vectors of a data source are, or why it has none; with write access, a button that cancels or resumes it. */
export function VectorProgress({ datasource }: { datasource: Datasource }) {
  const { t } = useTranslation('vectors')
  const format = useFormat()
  const { vectors } = datasource
  if (!vectors) return null
  const { state, done, total } = vectors
  const amount = t('amount', { done: format.number(done), count: total, total: format.number(total) })
  const isUnfinished =
    state === 'making' || state === 'unavailable' || state === 'cancelled' || state === 'interrupted'
  const isPart = isUnfinished && total > 0
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
      {isUnfinished && canWrite(datasource) && <SetMaking id={datasource.id} state={state} />}
    </div>
  )
}

/** One button in both states, so that it keeps the focus. */
function SetMaking({ id, state }: { id: number; state: DatasourceVectors['state'] }) {
  const { t } = useTranslation('vectors')
  const notices = useNotices()
  const errorMessage = useErrorMessage()
  const set = useSetMaking()
  const action = state === 'cancelled' || state === 'interrupted' ? 'resume' : 'cancel'
  return (
    <Button
      size="small"
      busy={set.isPending}
      aria-label={t(`${action}.label`)}
      onClick={() =>
        set.mutate(
          { id, action },
          {
            onError: (error) =>
              notices.show({
                kind: 'failure',
                title: t(`${action}.failed`),
                text: errorMessage(error).sentence,
              }),
          },
        )
      }
    >
      {t(`${action}.text`)}
    </Button>
  )
}
