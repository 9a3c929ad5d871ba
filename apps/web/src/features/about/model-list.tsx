import type { Model } from '@polylogue/contract'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Chip } from '#ui/chip.tsx'
import { SkeletonLine, EmptyState, LoadFailed, Loading } from '#ui/states.tsx'
import { useModels, useModelWords } from '#features/models/index.ts'
import css from './about.module.css'

/** Lists the models that users can choose: family, tags and where they run. */
export function ModelList() {
  const { t } = useTranslation('about')
  const errorMessage = useErrorMessage()
  const models = useModels()
  if (models.isError)
    return (
      <LoadFailed
        title={t('modelsFailed')}
        {...errorMessage(models.error)}
        onRetry={() => void models.refetch()}
      />
    )
  if (!models.data)
    return (
      <Loading>
        <div className={css.skeleton}>
          {[48, 62, 40].map((width) => (
            <SkeletonLine key={width} width={width} />
          ))}
        </div>
      </Loading>
    )
  if (models.data.length === 0)
    return <EmptyState title={t('noModels')} text={t('noModelsText')} wayOn="none" />
  return (
    <ul>
      {models.data.map((model) => (
        <li key={model.id} className={css.model}>
          <Item model={model} />
        </li>
      ))}
    </ul>
  )
}

function Item({ model }: { model: Model }) {
  const { t } = useTranslation(['about', 'models'])
  const { short } = useModelWords()(model)
  return (
    <>
      <div className={css.name}>
        <b>{model.name}</b>
        {short && <p>{short}</p>}
      </div>
      <ul className={css.tags} aria-label={t('tagsOf', { name: model.name })}>
        {model.tags.map((tag) => (
          <li key={tag.id} className="mono" title={tag.deployed ? t('deployed') : t('notDeployed')}>
            <span className={css.dot} data-on={tag.deployed || undefined} />
            {tag.name}
            <span className="sr">{tag.deployed ? t('deployed') : t('notDeployed')}</span>
          </li>
        ))}
      </ul>
      <span className={css.place}>
        {model.isLocal ? (
          <Chip kind="line">{t('models:local')}</Chip>
        ) : (
          <Chip kind="warn">{t('models:external')}</Chip>
        )}
      </span>
    </>
  )
}
