import { useNotices } from '#lib/notices.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

interface DeleteDialogProps {
  opened: boolean
  /** Id of the item to delete; undefined while there is none. */
  id: number | undefined
  /** The deletion's mutation. */
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
    /** Notice after the deletion, where the result is not visible. */
    deleted?: string
    /** The button of this notice, if the deletion can be undone. */
    undo?: { readonly label: string; readonly run: () => void } | undefined
    /** Text that replaces the bare error message. */
    failed?: (sentence: string) => string
  }
  onClose: () => void
  onDeleted?: (() => void) | undefined
}

/** Asks, deletes the item and closes; stays open and shows the error when that fails. */
export function DeleteDialog({ opened, id, remove, words, onClose, onDeleted }: DeleteDialogProps) {
  const errorMessage = useErrorMessage()
  const notices = useNotices()
  const { title, question, verb, deleted, undo, failed = (sentence: string) => sentence } = words
  const close = () => {
    remove.reset()
    onClose()
  }
  const confirm = () => {
    if (id === undefined) return
    remove.mutate(id, {
      onSuccess: () => {
        if (deleted !== undefined) notices.show({ kind: 'done', title: deleted, action: undo })
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
      failure={remove.error ? failed(errorMessage(remove.error).sentence) : undefined}
      onConfirm={confirm}
      onClose={close}
    />
  )
}
