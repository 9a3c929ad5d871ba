import type { Model } from '@polylogue/contract'
import { useTranslation } from '#lib/texts.ts'
import { LinkButton } from '#ui/button.tsx'
import {
  DeploymentProgress,
  GUIDE,
  familyStateOf,
  useAllModels,
  useDeployments,
} from '#features/models/index.ts'
import css from './first-steps.module.css'

/** Maximum number of models polled: a fresh installation has few. */
const MAX = 10

/** Models that are downloading, loading or failed; survives a reload. */
export function Downloads() {
  const { data: models = [] } = useAllModels()
  const absent = models.filter(({ id, modelTagDeployed }) => id !== GUIDE.modelId && !modelTagDeployed)
  return absent.slice(0, MAX).map((model) => <Download key={model.id} model={model} />)
}

function Download({ model }: { model: Model }) {
  const { t } = useTranslation('first-steps')
  const { data: deployments = [] } = useDeployments(model.id)
  const standing = familyStateOf(model, deployments)
  if (standing.kind === 'busy')
    return (
      <div className={css.download}>
        <b>{model.name}</b>
        <DeploymentProgress tag={standing.tag} deployment={standing.deployment} />
        <span className={css.small}>{t('model.goesOn')}</span>
      </div>
    )
  if (standing.kind !== 'failed') return null
  return (
    <div className={css.row} role="alert">
      <p className={css.what}>{t('model.failed', { name: standing.tag.fullName })}</p>
      <LinkButton to={`/admin/models-crud?dialog=model-tags&model=${model.id}`}>{t('model.look')}</LinkButton>
    </div>
  )
}
