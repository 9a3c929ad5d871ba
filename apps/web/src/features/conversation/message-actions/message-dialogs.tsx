import type { Message, Project } from '@polylogue/contract'
import { useMemo, useState } from 'react'
import { DownloadDialog } from '#features/export/index.ts'
import type { OpenTab } from '#lib/open-tab.ts'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import type { MessageTool, MessageTools } from './tools.ts'
import type { Turn } from '../versions/turns.ts'
import { useSavePrompt } from '../save-prompt/use-save-prompt.ts'
import { useMessageLink } from '../scroll/use-linked-message.ts'

const DeleteMessageDialog = lazyDialog(
  async () => (await import('./delete-message-dialog.tsx')).DeleteMessageDialog,
)
const DetailsDialog = lazyDialog(async () => (await import('./details-dialog.tsx')).DetailsDialog)

interface Opened {
  tool: MessageTool
  message: Message
}

/** Provides the tools of the messages in a thread, and renders the open one. */
export function useMessageTools(project: Project, onShown: MessageTools['onShown']) {
  const [opened, setOpened] = useState<Opened | undefined>(undefined)
  const linkTo = useMessageLink(project.id)
  const save = useSavePrompt()
  const tools = useMemo(
    (): MessageTools => ({
      open: (tool, message) => setOpened({ tool, message }),
      linkTo,
      savePrompt:
        save && (({ queryText, modelId, options }) => save({ prompt: queryText, modelId, options })),
      onShown,
    }),
    [linkTo, save, onShown],
  )
  return { tools, opened, close: () => setOpened(undefined) }
}

interface MessageDialogsProps {
  place: OpenTab
  opened: Opened | undefined
  turns: readonly Turn[]
  onClose: () => void
}

export function MessageDialogs({ opened, place, turns, onClose }: MessageDialogsProps) {
  // Keeps the content of the dialog during its closing transition.
  const [last, setLast] = useState(opened)
  if (opened && opened !== last) setLast(opened)
  const message = (opened ?? last)?.message
  if (!message) return null
  const at = turns.findIndex(({ versions }) => versions.some((one) => one.message?.id === message.id))
  return (
    <>
      <DetailsDialog
        opened={opened?.tool === 'details'}
        message={message}
        before={turns[at - 1]?.versions.findLast((one) => one.message)?.message?.queryText ?? ''}
        onClose={onClose}
      />
      <DownloadDialog opened={opened?.tool === 'download'} {...place} message={message} onClose={onClose} />
      <DeleteMessageDialog
        opened={opened?.tool === 'delete'}
        message={message}
        versions={removable(turns[at])}
        neighbours={[turns[at + 1]?.key, turns[at - 1]?.key, turns[at]?.key]}
        onClose={onClose}
      />
    </>
  )
}

/** Returns how many versions can be deleted together: one if another user asked for one of them. */
function removable(turn: Turn | undefined): number {
  const versions = turn?.versions ?? []
  return versions.every(({ message }) => message?.can.remove !== false) ? Math.max(1, versions.length) : 1
}
