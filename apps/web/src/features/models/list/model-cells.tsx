// The cells of a model, used by table rows and cards.
import type { Model } from '@polylogue/contract'
import { useDialogsOf } from '#lib/dialogs.ts'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { Named, Status } from '#ui/table.tsx'
import { GUIDE } from '../choice.ts'
import { DeploymentProgress } from '../deployment/progress.tsx'
import { figuresOf, familyStateOf } from '../deployment/state.ts'
import { useDeployments } from '../management-api.ts'
import css from './list.module.css'
import { useCapabilityWords } from '../use-words.ts'
import { MODEL_TAGS } from '../dialog-names.ts'

/** Maximum number of tags shown; the rest is shown as a count. */
const TAGS_SHOWN = 2

/** Family name; below it location, manufacturer and capabilities. */
export function ModelName({ model }: { model: Model }) {
  const { t } = useTranslation(['model-management', 'models'])
  const dialogs = useDialogsOf('model')
  const can = useCapabilityWords()(model.tags.flatMap(({ capabilities }) => capabilities))
  const facts =
    model.id === GUIDE.modelId
      ? t('builtIn')
      : [t(model.isLocal ? 'models:local' : 'models:external'), model.provider, ...can].join(', ')
  return (
    <Named facts={<span title={facts}>{facts}</span>}>
      <button
        type="button"
        className={css.name}
        title={model.name}
        onClick={() => dialogs.show(MODEL_TAGS, model.id)}
      >
        {model.name}
      </button>
    </Named>
  )
}

/** The number of tags and their names. */
export function TagNames({ model: { tags } }: { model: Model }) {
  const { t } = useTranslation('model-management')
  const more = tags.length - TAGS_SHOWN
  const names = tags.map(({ name }) => name).join(', ')
  return (
    <span className={css.tags} title={names}>
      <span className="sr">{t('tagCount', { count: tags.length })}</span>
      {tags.slice(0, TAGS_SHOWN).map(({ id, name }) => (
        <span key={id} className={css.tag}>
          {name}
        </span>
      ))}
      {more > 0 && <span className={css.more}>{t('moreTags', { count: more })}</span>}
    </span>
  )
}

/** The state, or the progress of what is running. */
export function ModelStatus({ model }: { model: Model }) {
  const { t } = useTranslation('model-management')
  const { data: deployments = [] } = useDeployments(model.id)
  const standing = familyStateOf(model, deployments)
  if (standing.kind === 'busy')
    return <DeploymentProgress tag={standing.tag} deployment={standing.deployment} named />
  if (standing.kind === 'failed') {
    const sentence = standing.deployment.errorMessage ?? ''
    return (
      <span className={css.failed} title={sentence}>
        <Status kind="bad">{t('failed', { tag: standing.tag.name })}</Status>
        <span className={css.small}>{sentence}</span>
      </span>
    )
  }
  if (standing.kind === 'deployed')
    return (
      <Status kind={model.isLocal ? 'ok' : 'warn'}>
        {model.isLocal
          ? t('deployedCount', { count: standing.count })
          : t('deployedExternal', { count: standing.count })}
      </Status>
    )
  return <Status kind="off">{t(standing.kind === 'idle' ? 'notDeployed' : 'deactivated')}</Status>
}

export const Disk = ({ model }: { model: Model }) => <Size bytes={figuresOf(model).disk} />
export const Memory = ({ model }: { model: Model }) => <Size bytes={figuresOf(model).memory} />

/** A size; a dash when it is unknown. */
export function Size({ bytes }: { bytes: number | null }) {
  const { t } = useTranslation('model-management')
  const format = useFormat()
  // An engine may report that a model is loaded without reporting its memory.
  if (bytes) return <span className="num">{format.size(bytes)}</span>
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="sr">{t('unknown')}</span>
    </>
  )
}

/** The context size in tokens. */
export function Context({ model }: { model: Model }) {
  const { t } = useTranslation('model-management')
  const format = useFormat()
  const { context } = figuresOf(model)
  if (context === null) return <Size bytes={null} />
  return (
    <span className="num" title={t('tokens', { count: context, number: format.number(context) })}>
      {format.number(context)}
    </span>
  )
}
