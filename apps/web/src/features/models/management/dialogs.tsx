import type { Model, ModelTag } from '@polylogue/contract'
import { useState, type ReactNode } from 'react'
import { useDialogs } from '#lib/dialogs.ts'
import { useParamsOfPage } from '#lib/search-params.ts'
import {
  ADD_MODEL,
  DELETE_TAG,
  DEPLOY_TAG,
  MODEL_TAGS,
  SET_TAG,
  STOP_TAG,
  UNDEPLOY_TAG,
} from '../dialog-names.ts'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import type { TagAct } from '../tags/confirm-tag-dialog.tsx'

const TagsDialog = lazyDialog(async () => (await import('../tags/tags-dialog.tsx')).TagsDialog)
const SetTagDialog = lazyDialog(async () => (await import('../tags/set-tag-dialog.tsx')).SetTagDialog)
const ConfirmTagDialog = lazyDialog(
  async () => (await import('../tags/confirm-tag-dialog.tsx')).ConfirmTagDialog,
)

const AddModelDialog = lazyDialog(async () => (await import('../adding/add-model-dialog.tsx')).AddModelDialog)

const ACTS: Readonly<Record<string, TagAct>> = {
  [DEPLOY_TAG]: 'deploy',
  [UNDEPLOY_TAG]: 'undeploy',
  [STOP_TAG]: 'stop',
  [DELETE_TAG]: 'delete',
}

interface ModelDialogsProps {
  models: readonly Model[]
  /** Content of the dialog that deploys a tag. */
  beforeDeploy: (tag: ModelTag) => ReactNode
}

/** The URL holds the open dialog, its model and tag. */
export function ModelDialogs({ models, beforeDeploy }: ModelDialogsProps) {
  const { open, close: closeAdd } = useDialogs()
  const { model, tag, show, close } = useShown(models)
  const act = ACTS[open ?? '']
  // Keeps the last model while the dialog closes, so that the fade-out still shows it.
  const last = useLast({ model, tag, act })
  return (
    <>
      <AddModelDialog opened={open === ADD_MODEL} onAdded={(id) => show(MODEL_TAGS, id)} onClose={closeAdd} />
      <TagsDialog
        opened={open === MODEL_TAGS && model !== undefined}
        model={last.model}
        onAct={(name, id) => model && show(name, model.id, id)}
        onClose={close}
      />
      <SetTagDialog
        key={`set-${last.tag?.id}`}
        opened={open === SET_TAG && model !== undefined && tag !== undefined}
        tag={last.tag}
        onClose={() => model && show(MODEL_TAGS, model.id)}
      />
      <ConfirmTagDialog
        key={`${last.act}-${last.tag?.id}`}
        opened={act !== undefined && model !== undefined && tag !== undefined}
        act={last.act ?? 'deploy'}
        model={last.model}
        tag={last.tag}
        onClose={() => model && show(MODEL_TAGS, model.id)}
      >
        {last.act === 'deploy' && last.tag && beforeDeploy(last.tag)}
      </ConfirmTagDialog>
    </>
  )
}

interface Shown {
  model: Model | undefined
  tag: ModelTag | undefined
  act: TagAct | undefined
}

function useLast(now: Shown): Shown {
  const [last, setLast] = useState(now)
  const next = {
    model: now.model ?? last.model,
    tag: now.tag ?? last.tag,
    act: now.act ?? last.act,
  }
  if (next.model !== last.model || next.tag !== last.tag || next.act !== last.act) setLast(next)
  return next
}

function useShown(models: readonly Model[]) {
  const [params, setParams] = useParamsOfPage()
  const model = models.find(({ id }) => id === Number(params.get('model')))
  const tag = model?.tags.find(({ id }) => id === Number(params.get('tag')))
  const put = (values: Record<string, string | null>, replace: boolean) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        for (const [name, value] of Object.entries(values))
          if (value === null) next.delete(name)
          else next.set(name, value)
        return next
      },
      { replace },
    )
  return {
    model,
    tag,
    // Replaces the history entry, so that Back leads to the list and not through every confirmation.
    show: (dialog: string, modelId: number, tagId?: number) =>
      put({ dialog, model: String(modelId), tag: tagId === undefined ? null : String(tagId) }, true),
    close: () => put({ dialog: null, model: null, tag: null }, true),
  }
}
