import type { Message } from '@polylogue/contract'
import { useState } from 'react'
import { useNotices } from '#lib/notices.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/dialog.tsx'
import { Segments } from '#ui/segments.tsx'
import { useRemoveMessage } from '../messages/index.ts'

interface DeleteMessageDialogProps {
  opened: boolean
  message: Message
  /** Number of versions of the turn. */
  versions: number
  /** Turns that can receive the focus afterwards, best first. */
  neighbours: readonly (string | undefined)[]
  onClose: () => void
}

/** Runs after the dialog has tried to restore the focus to the deleted element. */
const AFTER_CLOSING_MS = 80

/** Asks for confirmation and says what is deleted with the question. */
export function DeleteMessageDialog({
  opened,
  message,
  versions,
  neighbours,
  onClose,
}: DeleteMessageDialogProps) {
  const { t } = useTranslation(['message', 'ui'])
  const remove = useRemoveMessage()
  const notices = useNotices()
  const errorMessage = useErrorMessage()
  const [chosen, setChosen] = useState<'one' | 'all'>('one')
  const several = versions > 1
  const all = several && chosen === 'all'
  const confirm = () => {
    remove.mutate(
      { message, all },
      {
        onError: (error) =>
          notices.show({ kind: 'failure', title: t('notDeleted'), text: errorMessage(error).sentence }),
      },
    )
    onClose()
    setTimeout(() => focusOneOf(neighbours), AFTER_CLOSING_MS)
  }
  return (
    <Dialog opened={opened} title={t('deleteTitle')} width={480} onClose={onClose}>
      <DialogBody>
        {several && (
          <Segments
            label={t('deleteWhat')}
            value={chosen}
            options={[
              { value: 'one', label: t('thisVersion') },
              { value: 'all', label: t('allVersions', { count: versions }) },
            ]}
            onChange={setChosen}
          />
        )}
        <p>{several && !all ? t('deleteVersion') : t('deleteTurn', { count: message.attachments.length })}</p>
      </DialogBody>
      <DialogFoot>
        <Button size="large" onClick={onClose} data-autofocus>
          {t('ui:cancel')}
        </Button>
        <Button size="large" kind="bad" onClick={confirm}>
          {t('deleteVerb')}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

function focusOneOf(turns: readonly (string | undefined)[]): void {
  const found = turns
    .map((key) => key && document.querySelector<HTMLElement>(`[data-turn="${CSS.escape(key)}"]`))
    .find((element) => element instanceof HTMLElement)
  const target = found ?? document.getElementById('composer')
  target?.focus({ preventScroll: target.id === 'composer' })
}
