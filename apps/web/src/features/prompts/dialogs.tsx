import type { SavedPrompt } from '@polylogue/contract'
import { useState, useEffect, useEffectEvent } from 'react'
import { useDialogs } from '#lib/dialogs.ts'
import { useTranslation } from '#lib/texts.ts'
import { DeleteItem, useDialogItem, useItemDialogs } from '#features/items/index.ts'
import { ItemSharing } from '#features/sharing/index.ts'
import { useNotices } from '#lib/notices.ts'
import { isGone, useErrorMessage } from '#lib/problem.ts'
import { Dialog, DialogBody } from '#ui/dialog.tsx'
import { LoadFailed } from '#ui/states.tsx'
import { promptKeys, usePrompt, useRemovePrompt, useStoredPrompt, useUpdatePrompt } from './api.ts'
import { ExecuteDialog } from './execute/execute-dialog.tsx'
import { EditPromptDialog } from './form/edit-dialog.tsx'
import { NewPromptDialog } from './form/new-dialog.tsx'
import { VersionsDialog } from './form/versions-dialog.tsx'

/** The dialog that the address names. */
export function PromptDialogs({ opened }: { opened: boolean }) {
  const { t } = useTranslation('prompts')
  const { id } = useItemDialogs('prompts')
  const { open } = useDialogs()
  const { data: named, error, refetch } = usePrompt(id)
  const { item: prompt, isOpen, isAbout, close } = useDialogItem('prompts', named)
  const remove = useRemovePrompt()
  const { mutateAsync: update } = useUpdatePrompt()
  const { mutateAsync: stored } = useStoredPrompt()
  // A link to a project with a prompt opens the form to execute it.
  const executes = isAbout('execute') || (named !== undefined && opened && open === null)
  const creates = isOpen('create')
  return (
    <>
      <NewPromptDialog key={useOpenings(creates)} opened={creates} onClose={close} />
      {prompt && (
        <>
          <EditPromptDialog
            key={`edit-${prompt.id}`}
            prompt={prompt}
            opened={isAbout('edit')}
            onClose={close}
          />
          <ExecuteDialog key={`execute-${prompt.id}`} prompt={prompt} opened={executes} onClose={close} />
          <VersionsDialog prompt={prompt} opened={isAbout('versions')} onClose={close} />
          <ItemSharing
            noun="prompts"
            item={asShared(prompt)}
            opened={isAbout('share')}
            update={update}
            stored={async (of) => asShared(await stored(of))}
            lists={promptKeys.all}
            onClose={close}
          />
        </>
      )}
      <DeleteItem
        noun="prompts"
        item={prompt && asShared(prompt)}
        question={t('deleteQuestion', { name: prompt?.title ?? '' })}
        opened={isAbout('remove')}
        remove={remove}
        onClose={close}
      />
      {error && !named && opened && id !== null && (
        <GonePrompt error={error} onRetry={() => void refetch()} onClose={close} />
      )}
    </>
  )
}

const asShared = (prompt: SavedPrompt) => ({
  ...prompt,
  name: prompt.title,
  description: prompt.comment,
  ownerId: prompt.creator.id,
})

/** Counts how often a dialog was opened: each opening reads its draft again. */
function useOpenings(opened: boolean): number {
  const [seen, setSeen] = useState({ opened, count: 0 })
  if (seen.opened !== opened) setSeen({ opened, count: seen.count + (opened ? 1 : 0) })
  return seen.count
}

interface GonePromptProps {
  error: Error
  onRetry: () => void
  onClose: () => void
}

/** Says that the prompt of the address cannot be loaded: one that is gone leaves the address, another can be retried. */
function GonePrompt({ error, onRetry, onClose }: GonePromptProps) {
  const { t } = useTranslation('prompts')
  const errorMessage = useErrorMessage()
  if (isGone(error)) return <Gone onClose={onClose} />
  return (
    <Dialog opened title={t('prompt')} width={480} onClose={onClose}>
      <DialogBody>
        <LoadFailed title={t('oneLoadFailed')} {...errorMessage(error)} onRetry={onRetry} />
      </DialogBody>
    </Dialog>
  )
}

function Gone({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('prompts')
  const notices = useNotices()
  const tell = useEffectEvent(() => {
    notices.show({ kind: 'warning', title: t('gone') })
    onClose()
  })
  useEffect(() => tell(), [])
  return null
}
