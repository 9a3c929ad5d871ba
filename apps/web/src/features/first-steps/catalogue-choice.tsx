import type { CatalogueModel } from '@polylogue/contract'
import { useFormat } from '#lib/format.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useAppName } from '#lib/config.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Problem } from '#ui/states.tsx'
import { useAddModel, useCatalogue } from '#features/models/index.ts'
import css from './first-steps.module.css'
import { MBIT_PER_SECOND, minutesFor, picksOf } from './picks.ts'

/** Models that this server can run itself: a few that fit into its memory, with their download sizes. */
export function CatalogueChoice({ providerId }: { providerId: number }) {
  const { t } = useTranslation('first-steps')
  const errorMessage = useErrorMessage()
  const format = useFormat()
  const app = useAppName()
  const { data } = useCatalogue(providerId)
  const add = useAddModel()
  const picks = data ? picksOf(data.models, data.machineMemory) : []
  if (!data || picks.length === 0) return null
  return (
    <div className={css.part}>
      <h4 id="first-steps-catalogue">{t('catalogue.title', { app })}</h4>
      <p className={css.small}>{t('catalogue.memory', { size: format.size(data.machineMemory) })}</p>
      <ul aria-labelledby="first-steps-catalogue" className={css.rows}>
        {picks.map((model) => (
          <li key={model.name} className={css.row}>
            <Pick model={model} />
            <Button
              busy={add.isPending && add.variables.name === model.name}
              aria-label={t('catalogue.downloadNamed', { name: model.title })}
              onClick={() => add.mutate({ providerId, name: model.name })}
            >
              {model.present ? t('catalogue.start') : t('catalogue.download')}
            </Button>
          </li>
        ))}
      </ul>
      {add.error && <Problem>{errorMessage(add.error).sentence}</Problem>}
      <div>
        <LinkButton kind="quiet" to="/admin/models-crud?dialog=add-model">
          {t('catalogue.all')}
        </LinkButton>
      </div>
    </div>
  )
}

function Pick({ model: { title, size, memory, licence, present } }: { model: CatalogueModel }) {
  const { t } = useTranslation('first-steps')
  const format = useFormat()
  const minutes = size === null || present ? undefined : format.number(minutesFor(size))
  const facts = [
    size !== null && t('catalogue.size', { size: format.size(size) }),
    minutes !== undefined && t('catalogue.time', { minutes, speed: MBIT_PER_SECOND }),
    memory !== null && t('catalogue.needs', { size: format.size(memory) }),
    licence.name,
  ]
  return (
    <div className={css.what}>
      <b>{title}</b>
      <span className={css.small}>{facts.filter((fact) => fact !== false).join(' · ')}</span>
    </div>
  )
}
