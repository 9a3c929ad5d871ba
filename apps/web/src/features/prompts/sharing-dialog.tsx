import type { AssocContext, SavedPrompt } from '@polylogue/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '../../lib/texts.ts'
import { ItemSharingDialog } from '../sharing/index.ts'
import { refetchPrompts, useStoredPrompt, useUpdatePrompt } from './api.ts'

interface PromptSharingDialogProps {
  prompt: SavedPrompt
  opened: boolean
  onClose: () => void
}

/** Shows and edits the shares of a saved prompt, or leaves it. */
export function PromptSharingDialog({ prompt, opened, onClose }: PromptSharingDialogProps) {
  const { t } = useTranslation('prompts')
  const cache = useQueryClient()
  const { mutateAsync: update } = useUpdatePrompt()
  const { mutateAsync: stored } = useStoredPrompt()
  const { id, title: name } = prompt
  const sharing = {
    words: {
      leave: t('leave'),
      question: t('leaveQuestion', { name }),
      left: t('left', { name }),
      cannotLeave: t('cannotLeave'),
    },
    update: (change: { assocContexts: AssocContext[]; ifModified: string }) => update({ id, ...change }),
    stored: async () => asSharable(await stored(id)),
    onLeft: () => {
      onClose()
      void refetchPrompts(cache)
    },
  }
  return <ItemSharingDialog opened={opened} item={asSharable(prompt)} sharing={sharing} onClose={onClose} />
}

const asSharable = (prompt: SavedPrompt) => ({
  ...prompt,
  name: prompt.title,
  description: prompt.comment,
  ownerId: prompt.creator.id,
})
