import type { Model } from '@polylogue/contract'
import { useDialogsOf } from '#lib/dialogs.ts'
import { useNotices } from '#lib/notices.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { GUIDE } from '../choice.ts'
import { useActivate } from '../management-api.ts'
import css from './list.module.css'
import { MODEL_TAGS } from '../dialog-names.ts'

/**
 * Actions of a model: tags, activate or deactivate. Permissions and edit are disabled and say why (MODEL-8).
 */
export function ModelActions({ model }: { model: Model }) {
  const { t } = useTranslation('model-management')
  const dialogs = useDialogsOf('model')
  const { name } = model
  return (
    <span className={css.actions}>
      <IconButton
        icon="stack-2"
        label={t('openTags', { name })}
        onClick={() => dialogs.show(MODEL_TAGS, model.id)}
      />
      <ActiveButton model={model} />
      <IconButton icon="lock" label={t('noPermissions', { name })} aria-disabled />
      <IconButton icon="pencil" label={t('noEdit', { name })} aria-disabled />
    </span>
  )
}

function ActiveButton({ model: { id, name, state } }: { model: Model }) {
  const { t } = useTranslation('model-management')
  const notices = useNotices()
  const errorMessage = useErrorMessage()
  const activate = useActivate()
  const active = state === 1
  if (id === GUIDE.modelId) return <IconButton icon="power" label={t('guideStays', { name })} aria-disabled />
  const toggle = () => {
    if (activate.isPending) return
    activate.mutate(
      { id, active: !active },
      {
        onSuccess: () =>
          notices.show({
            kind: 'done',
            title: active ? t('deactivatedNotice', { name }) : t('activatedNotice', { name }),
          }),
        onError: (error) =>
          notices.show({
            kind: 'failure',
            title: t('actionFailed'),
            text: t('notChanged', { name, sentence: errorMessage(error).sentence }),
          }),
      },
    )
  }
  return (
    <IconButton
      icon="power"
      label={active ? t('deactivate', { name }) : t('activate', { name })}
      aria-busy={activate.isPending || undefined}
      onClick={toggle}
    />
  )
}
