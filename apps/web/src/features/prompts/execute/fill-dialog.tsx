import type { ReactNode } from 'react'
import { Dialog } from '#ui/dialog.tsx'
import type { Fill } from './use-fill.ts'

interface FillDialogProps {
  opened: boolean
  title: string
  lead: string
  fill: Fill
  onClose: () => void
  /** The form; `close` discards what was typed. */
  children: (close: () => void) => ReactNode
}

/** The frame of a dialog that fills in a prompt (PAGE-3: 800 px). */
export function FillDialog({ opened, title, lead, fill, onClose, children }: FillDialogProps) {
  const close = () => {
    fill.discard()
    onClose()
  }
  return (
    <Dialog opened={opened} title={title} lead={lead} width={800} dirty={fill.isTyped} onClose={close}>
      {children(close)}
    </Dialog>
  )
}
