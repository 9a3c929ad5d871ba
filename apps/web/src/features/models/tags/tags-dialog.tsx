import type { Model } from '@polylogue/contract'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/dialog.tsx'
import { EmptyState, Problem } from '#ui/states.tsx'
import { useProviders } from '#features/providers/index.ts'
import { GUIDE } from '../choice.ts'
import { providerOf } from '../deployment/state.ts'
import { useDeployments } from '../management-api.ts'
import css from './tags.module.css'
import { TagRow } from './tag-row.tsx'

interface TagsDialogProps {
  opened: boolean
  model: Model | undefined
  /** Opens a dialog for one of the tags. */
  onAct: (dialog: string, tagId: number) => void
  onClose: () => void
}

/** The tags of a model: size, state and actions. Downloads continue after the dialog is closed. */
export function TagsDialog({ opened, model, onAct, onClose }: TagsDialogProps) {
  const { t } = useTranslation(['model-management', 'ui'])
  const name = model?.name ?? ''
  return (
    <Dialog opened={opened} title={t('tagsOf', { name })} lead={t('tagsLead')} width={760} onClose={onClose}>
      <DialogBody>{model && <Tags key={model.id} model={model} onAct={onAct} />}</DialogBody>
      <DialogFoot hint={t('tagsHint')}>
        <Button size="large" onClick={onClose}>
          {t('ui:close')}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

function Tags({ model, onAct }: { model: Model; onAct: TagsDialogProps['onAct'] }) {
  const { t } = useTranslation('model-management')
  const errorMessage = useErrorMessage()
  const deployments = useDeployments(model.id)
  const { data: providers = [] } = useProviders()
  const provider = providerOf(model, providers)
  const elsewhere = provider && !provider.can.fetch && model.id !== GUIDE.modelId
  return (
    <>
      {elsewhere && <p className={css.note}>{t('managedElsewhere', { provider: provider.name })}</p>}
      {deployments.isError && (
        <Problem>{t('tagsFailed', { sentence: errorMessage(deployments.error).sentence })}</Problem>
      )}
      {model.tags.length === 0 ? (
        <EmptyState title={t('noTags')} text={t('noTagsText')}>
          <LinkButton to="/admin/providers">{t('seeProviders')}</LinkButton>
        </EmptyState>
      ) : (
        <ul aria-label={t('tagsOf', { name: model.name })}>
          {model.tags.map((tag) => (
            <TagRow
              key={tag.id}
              model={model}
              tag={tag}
              provider={provider}
              deployment={deployments.data?.find(({ modelTagId }) => modelTagId === tag.id)}
              onAct={onAct}
            />
          ))}
        </ul>
      )}
    </>
  )
}
