import type { Model, VectorModel } from '@polylogue/contract'
import { useFormat } from '#lib/format.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { SelectField } from '#ui/select-field.tsx'
import { Problem } from '#ui/states.tsx'
import { useModels } from '#features/models/index.ts'
import { useChooseVectorModel, useVectorModel } from './api.ts'
import css from './vectors.module.css'

/** Chooses the embedding model of the installation; nothing is shown while no embedding model is deployed. */
export function VectorModelField() {
  const { t } = useTranslation('vectors')
  const errorMessage = useErrorMessage()
  const { data: models = [] } = useModels()
  const { data: stored } = useVectorModel()
  const choose = useChooseVectorModel()
  const offered = optionsOf(models)
  if (stored === undefined || (offered.length === 0 && stored === null)) return null
  const known = offered.some(({ value }) => value === String(stored?.modelTagId ?? ''))
  const options = [
    { value: '', label: t('none') },
    ...offered.map(({ isLocal, ...option }) =>
      isLocal ? option : { ...option, label: t('external', { name: option.label }) },
    ),
    ...(stored && !known ? [{ value: String(stored.modelTagId), label: stored.name }] : []),
  ]
  const shown = choose.isPending ? choose.variables : (stored?.modelTagId ?? null)
  return (
    <section className={css.model}>
      <SelectField
        label={t('model')}
        hint={t(!stored ? 'modelHintNone' : stored.isLocal ? 'modelHint' : 'modelHintExternal')}
        error={choose.error ? t('failed', { sentence: errorMessage(choose.error).sentence }) : undefined}
        value={String(shown ?? '')}
        options={options}
        onChange={(value) => choose.mutate(value === '' ? null : Number(value))}
      />
      {stored && <Complete model={stored} />}
      {stored && !known && <Problem>{t('notDeployed', { name: stored.name })}</Problem>}
    </section>
  )
}

/** How many data sources have all their vectors. */
function Complete({ model: { datasources, waiting } }: { model: VectorModel }) {
  const { t } = useTranslation('vectors')
  const format = useFormat()
  return (
    <p className={css.progress} role="status">
      {t('complete', {
        count: datasources,
        done: format.number(datasources - waiting),
        total: format.number(datasources),
      })}
    </p>
  )
}

/** The deployed tags of embedding models. */
const optionsOf = (models: readonly Model[]) =>
  models.flatMap(({ tags, isLocal }) =>
    tags
      .filter(({ deployed, capabilities }) => deployed && capabilities.includes('embeddings'))
      .map(({ id, fullName }) => ({ value: String(id), label: fullName, isLocal })),
  )
