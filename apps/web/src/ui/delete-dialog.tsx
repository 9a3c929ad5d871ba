import { useNotices } from '../lib/notices.ts'
import { useTell } from '../lib/problem.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

interface DeleteDialogProps {
  opened: boolean
  /** What is to be deleted; undefined while nothing is. */
  id: number | undefined
  /** The deletion, as it stands. */
  remove: {
    mutate(id: number, on: { onSuccess: () => void }): void
    reset(): void
    isPending: boolean
    error: Error | null
  }
  words: {
    title: string
    /** What is lost. */
    question: string
    /** The verb of the button. */
    verb: string
    /** What is told afterwards, where it cannot be seen. */
    deleted?: string
    /** What is told instead of the bare reason when it did not work. */
    failed?: (sentence: string) => string
  }
  onClose: () => void
  onDeleted?: (() => void) | undefined
}

/** Asks, then deletes something, and closes; stays open and says why when that fails. */
export function DeleteDialog({ opened, id, remove, words, onClose, onDeleted }: DeleteDialogProps) {
  const tell = useTell()
  const notices = useNotices()
  const { title, question, verb, deleted, failed = (sentence: string) => sentence } = words
  const close = () => {
    remove.reset()
    onClose()
  }
  const confirm = () => {
    if (id === undefined) return
    remove.mutate(id, {
      onSuccess: () => {
        if (deleted !== undefined) notices.show({ kind: 'done', title: deleted })
        close()
        onDeleted?.()
      },
    })
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={title}
      question={question}
      verb={verb}
      busy={remove.isPending}
      failure={remove.error ? failed(tell(remove.error).sentence) : undefined}
      onConfirm={confirm}
      onClose={close}
    />
  )
}
