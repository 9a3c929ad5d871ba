import type { SavedPrompt } from '@polylogue/contract'
import { ItemSharing } from '../sharing/index.ts'
import { useStoredPrompt, useUpdatePrompt } from './api.ts'
import { promptKeys } from './keys.ts'

interface PromptSharingDialogProps {
  prompt: SavedPrompt
  opened: boolean
  onClose: () => void
}

const asSharable = (prompt: SavedPrompt) => ({
  ...prompt,
  name: prompt.title,
  description: prompt.comment,
  ownerId: prompt.creator.id,
})

/** Shows and edits the shares of a saved prompt, or leaves it. */
export function PromptSharingDialog({ prompt, ...dialog }: PromptSharingDialogProps) {
  const { mutateAsync: update } = useUpdatePrompt()
  const { mutateAsync: stored } = useStoredPrompt()
  return (
    <ItemSharing
      noun="prompts"
      item={asSharable(prompt)}
      update={update}
      stored={async (id) => asSharable(await stored(id))}
      lists={promptKeys.all}
      {...dialog}
    />
  )
}
