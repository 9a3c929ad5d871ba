import type { ReactNode } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { Button } from './button.tsx'
import { Dialog, DialogBody, DialogFoot } from './dialog.tsx'
import { Problem } from './states.tsx'

interface ConfirmDialogProps {
  opened: boolean
  title: string
  /** Says what will happen, what is lost, and whether it can be undone. */
  question: ReactNode
  /** The verb of the button: “Delete project”. */
  verb: string
  /** bad: data is lost · fill: it only takes time. */
  kind?: 'bad' | 'fill'
  busy?: boolean
  /** The error of a failed attempt. */
  failure?: string | undefined
  onConfirm: () => void
  onClose: () => void
  /** Shown below the question. */
  children?: ReactNode
}

/** Asks before data is lost or a long operation starts. Cancel has the focus. */
export function ConfirmDialog({
  opened,
  title,
  question,
  verb,
  kind = 'bad',
  busy = false,
  failure,
  onConfirm,
  onClose,
  children,
}: ConfirmDialogProps) {
  const { t } = useTranslation('ui')
  return (
    <Dialog opened={opened} title={title} width={480} onClose={onClose}>
      <DialogBody>
        <p>{question}</p>
        {children}
        {failure && <Problem>{failure}</Problem>}
      </DialogBody>
      <DialogFoot>
        <Button size="large" onClick={onClose} data-autofocus>
          {t('cancel')}
        </Button>
        <Button size="large" kind={kind} busy={busy} onClick={onConfirm}>
          {verb}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
