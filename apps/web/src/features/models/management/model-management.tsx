import type { Model, ModelTag } from '@polylogue/contract'
import type { ReactNode } from 'react'
import { useDialogs } from '#lib/dialogs.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { useParamsOfPage } from '#lib/search-params.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { LeadRow } from '#ui/lead-row.tsx'
import { SkeletonLine, EmptyState, LoadFailed, Loading } from '#ui/states.tsx'
import { useProviders } from '#features/providers/index.ts'
import { Awaited } from '../picker/awaited.tsx'
import { GUIDE } from '../choice.ts'
import { useAllModels } from '../management-api.ts'
import { ADD_MODEL } from '../dialog-names.ts'
import { ModelDialogs } from './dialogs.tsx'
import { ModelOrder } from '../order/model-order.tsx'
import { ModelRows } from '../list/rows.tsx'
import css from './management.module.css'

interface ModelManagementProps {
  /** Content of the dialog that deploys a tag. */
  beforeDeploy: (tag: ModelTag) => ReactNode
}

/** Lists all models: state, order and actions. The reorder mode is in the URL. */
export function ModelManagement({ beforeDeploy }: ModelManagementProps) {
  const errorMessage = useErrorMessage()
  const { t } = useTranslation('model-management')
  const models = useAllModels()
  const [reordering, reorder] = useReordering()
  if (models.isPending) return <Skeleton />
  if (!models.data)
    return (
      <LoadFailed
        title={t('loadFailed')}
        {...errorMessage(models.error)}
        onRetry={() => void models.refetch()}
      />
    )
  if (reordering) return <ModelOrder models={models.data} onLeave={() => reorder(false)} />
  return (
    <>
      <Head count={models.data.length} onReorder={() => reorder(true)} />
      <Awaited />
      <ModelRows models={models.data} />
      <NoProvider models={models.data} />
      <ModelDialogs models={models.data} beforeDeploy={beforeDeploy} />
    </>
  )
}

function useReordering(): [boolean, (on: boolean) => void] {
  const [params, setParams] = useParamsOfPage()
  const reorder = (on: boolean) =>
    setParams((now) => {
      const next = new URLSearchParams(now)
      if (on) next.set('reorder', 'true')
      else next.delete('reorder')
      return next
    })
  return [params.get('reorder') === 'true', reorder]
}

function Head({ count, onReorder }: { count: number; onReorder: () => void }) {
  const { t } = useTranslation('model-management')
  const dialogs = useDialogs()
  return (
    <LeadRow lead={t('lead')}>
      <LinkButton icon="server" to="/admin/providers">
        {t('providers')}
      </LinkButton>
      {count > 1 && (
        <Button icon="selector" onClick={onReorder}>
          {t('reorder')}
        </Button>
      )}
      <Button kind="fill" icon="plus" onClick={() => dialogs.show(ADD_MODEL)}>
        {t('add')}
      </Button>
    </LeadRow>
  )
}

/** Shown when Guide is the only model: explains where models come from. */
function NoProvider({ models }: { models: readonly Model[] }) {
  const { t } = useTranslation('model-management')
  const { data: providers } = useProviders()
  const alone = models.every(({ id }) => id === GUIDE.modelId)
  if (!alone || !providers) return null
  const connected = providers.some(({ kind }) => kind !== 'guide')
  return (
    <div className={css.after}>
      <EmptyState
        title={connected ? t('noModels') : t('noProvider')}
        text={connected ? t('noModelsText') : t('noProviderText')}
      >
        <LinkButton to="/admin/providers">{connected ? t('seeProviders') : t('connect')}</LinkButton>
      </EmptyState>
    </div>
  )
}

function Skeleton() {
  return (
    <Loading>
      <div className={css.bones}>
        {[72, 88, 64, 80, 76].map((width) => (
          <SkeletonLine key={width} width={width} height={20} />
        ))}
      </div>
    </Loading>
  )
}
