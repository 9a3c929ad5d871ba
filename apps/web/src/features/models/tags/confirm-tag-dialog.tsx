import type { Model, ModelTag } from '@polylogue/contract'
import type { ReactNode } from 'react'
import { useFormat } from '#lib/format.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { useDeploy, useRemoveTag } from '../management-api.ts'

export type TagAct = 'deploy' | 'undeploy' | 'stop' | 'delete'

interface ConfirmTagDialogProps {
  opened: boolean
  act: TagAct
  model: Model | undefined
  tag: ModelTag | undefined
  /** Returns to the tags of the model. */
  onClose: () => void
  /** Shown below the question. */
  children?: ReactNode
}

/** Confirms before a tag is deployed, undeployed or deleted: it can take long, and users may be using it. */
export function ConfirmTagDialog(props: ConfirmTagDialogProps) {
  const { opened, act, model, tag, onClose, children } = props
  const { t } = useTranslation('model-management')
  const errorMessage = useErrorMessage()
  const format = useFormat()
  const deploy = useDeploy()
  const remove = useRemoveTag()
  const change = act === 'delete' ? remove : deploy
  const close = () => {
    change.reset()
    onClose()
  }
  const confirm = () => {
    if (!model || !tag) return
    const of = { modelId: model.id, modelTagId: tag.id }
    if (act === 'delete') remove.mutate(of, { onSuccess: close })
    else deploy.mutate({ ...of, wanted: act === 'deploy' }, { onSuccess: close })
  }
  const name = tag?.fullName ?? ''
  const size = tag?.size ? format.size(tag.size) : ''
  const question = size ? t(`confirm.${act}.sized`, { name, size }) : t(`confirm.${act}.question`, { name })
  return (
    <ConfirmDialog
      opened={opened}
      title={t(`confirm.${act}.title`)}
      question={question}
      verb={t(`confirm.${act}.verb`)}
      kind={act === 'delete' ? 'bad' : 'fill'}
      busy={change.isPending}
      failure={change.error ? errorMessage(change.error).sentence : undefined}
      onConfirm={confirm}
      onClose={close}
    >
      {children}
    </ConfirmDialog>
  )
}
