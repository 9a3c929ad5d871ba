import type { Deployment, Model, ModelTag, Provider } from '@polylogue/contract'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Problem } from '#ui/states.tsx'
import { Status } from '#ui/table.tsx'
import { DeploymentProgress } from '../deployment/progress.tsx'
import { deployObstacle, isBusy, removeObstacle } from '../deployment/state.ts'
import css from './tags.module.css'
import { useCapabilityWords } from '../use-words.ts'
import { DELETE_TAG, DEPLOY_TAG, SET_TAG, STOP_TAG, UNDEPLOY_TAG } from '../dialog-names.ts'

interface TagRowProps {
  model: Model
  tag: ModelTag
  provider: Provider | undefined
  /** Undefined while loading. */
  deployment: Deployment | undefined
  onAct: (dialog: string, tagId: number) => void
}

/** A tag: name and sizes, state or progress, and actions. */
export function TagRow({ model, tag, provider, deployment, onAct }: TagRowProps) {
  const { t } = useTranslation('model-management')
  const busy = deployment !== undefined && isBusy(deployment)
  const failed = deployment?.state === 'failed' && deployment.wanted
  return (
    <li className={css.tagRow}>
      <div className={css.tagText}>
        <span className={css.tagName}>
          <b className="mono" title={tag.fullName}>
            {tag.name}
          </b>
          {tag.defaultTag && <span className={css.small}>{t('defaultTag')}</span>}
        </span>
        <Metadata tag={tag} />
      </div>
      <div className={css.tagState}>
        {busy ? (
          <DeploymentProgress tag={tag} deployment={deployment} />
        ) : (
          <Status kind={failed ? 'bad' : tag.deployed ? 'ok' : 'off'}>
            {t(failed ? 'states.failed' : tag.deployed ? 'deployed' : 'notDeployed')}
          </Status>
        )}
      </div>
      <Acts
        model={model}
        tag={tag}
        next={busy ? 'stop' : tag.deployed ? 'undeploy' : 'deploy'}
        obstacle={removeObstacle(model, tag, provider, deployment)}
        onAct={onAct}
      />
      {failed && (
        <div className={css.tagProblem}>
          <Problem
            action={
              <Button size="small" onClick={() => onAct(DEPLOY_TAG, tag.id)}>
                {t('tryAgain')}
              </Button>
            }
          >
            {deployment.errorMessage ?? t('failedText')}
          </Problem>
        </div>
      )}
    </li>
  )
}

function Metadata({ tag }: { tag: ModelTag }) {
  const { t } = useTranslation('model-management')
  const format = useFormat()
  const { size, memory, contextLength, capabilities } = tag
  const facts = [
    size && t('onDisk', { size: format.size(size) }),
    memory && t('inMemory', { size: format.size(memory) }),
    contextLength && t('tokens', { count: contextLength, number: format.number(contextLength) }),
    ...useCapabilityWords()(capabilities),
    t('changed', { day: format.day(tag.lastUpdateAsString) }),
  ].filter((fact) => fact !== null && fact !== 0)
  return <span className={css.tagFacts}>{facts.join(' · ')}</span>
}

const DIALOGS = { deploy: DEPLOY_TAG, undeploy: UNDEPLOY_TAG, stop: STOP_TAG } as const

interface ActsProps {
  model: Model
  tag: ModelTag
  /** The action of the button. */
  next: keyof typeof DIALOGS
  /** Why deleting is disabled. */
  obstacle: ReturnType<typeof removeObstacle>
  onAct: TagRowProps['onAct']
}

function Acts({ model, tag, next, obstacle, onAct }: ActsProps) {
  const { t } = useTranslation('model-management')
  const name = tag.fullName
  const fixed = deployObstacle(model) && t('reasons.guide')
  return (
    <span className={css.tagActs}>
      <Button
        aria-label={t(`${next}Named`, { name })}
        aria-disabled={fixed ? true : undefined}
        aria-description={fixed}
        data-tip={fixed}
        onClick={fixed ? undefined : () => onAct(DIALOGS[next], tag.id)}
      >
        {t(next)}
      </Button>
      {!fixed && (
        <IconButton icon="settings" label={t('set.open', { name })} onClick={() => onAct(SET_TAG, tag.id)} />
      )}
      <IconButton
        icon="trash"
        label={
          obstacle ? t('notDeletable', { name, reason: t(`reasons.${obstacle}`) }) : t('delete', { name })
        }
        aria-disabled={obstacle ? true : undefined}
        onClick={obstacle ? undefined : () => onAct(DELETE_TAG, tag.id)}
      />
    </span>
  )
}
