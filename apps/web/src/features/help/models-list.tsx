import type { Model, ModelTag } from '@polylogue/contract'
import { Link } from 'react-router'
import { useFormat } from '#lib/format.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Chip } from '#ui/chip.tsx'
import { LoadFailed } from '#ui/states.tsx'
import { useCapabilityWords, useModels, useModelWords } from '#features/models/index.ts'
import css from './help-models.module.css'

/** Lists the models, where each runs, and their tags. */
export function ModelsList() {
  const { t } = useTranslation(['help', 'models'])
  const errorMessage = useErrorMessage()
  const models = useModels()
  const wordsOf = useModelWords()
  if (models.isError)
    return (
      <LoadFailed
        title={t('models:loadFailed')}
        {...errorMessage(models.error)}
        onRetry={() => void models.refetch()}
      />
    )
  if (!models.data) return null
  return (
    <section aria-labelledby="models-here">
      <h2 id="models-here">{t('modelsHere')}</h2>
      <ul className={css.rows}>
        {models.data.map((model) => (
          <li key={model.id}>
            <Link to={`/help/models/${model.id}`} className={css.name}>
              {model.name}
            </Link>
            <Place model={model} />
            {wordsOf(model).short && <p>{wordsOf(model).short}</p>}
            <p className={css.tags}>
              {model.tags.map((tag) => (
                <TagFacts key={tag.id} tag={tag} />
              ))}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A tag and what distinguishes it from the other tags. */
function TagFacts({ tag }: { tag: ModelTag }) {
  const { t } = useTranslation('help')
  const { number, size } = useFormat()
  const facts = [
    tag.deployed ? t('deployed') : t('notDeployed'),
    tag.size ? size(tag.size) : '',
    tag.contextLength === null ? '' : t('tokens', { count: number(tag.contextLength) }),
    ...useCapabilityWords()(tag.capabilities),
  ].filter(Boolean)
  return (
    <span className={css.tag}>
      <span className="mono">{tag.name}</span> {facts.join(' · ')}
    </span>
  )
}

/** Says whether prompts stay on site, or who receives them. */
export function Place({ model }: { model: Model }) {
  const { t } = useTranslation('models')
  if (model.isLocal) return <Chip kind="line">{t('local')}</Chip>
  return (
    <Chip kind="warn">
      {t('external')} · {model.provider}
    </Chip>
  )
}
