import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Drawer.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { DialogHead, TITLE } from './dialog-head.tsx'
import { openContent } from './open-content.ts'
import { useInertPage } from './inert.ts'
import css from './sheet.module.css'

interface SheetProps {
  opened: boolean
  title: string
  lead?: string | undefined
  /** A dialog is open above it and handles Escape. */
  covered?: boolean
  onClose: () => void
  children: ReactNode
}

/** A dialog that opens from below on every screen, above its subject. */
export function Sheet({ opened, title, lead, covered = false, onClose, children }: SheetProps) {
  useInertPage(opened)
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      position="bottom"
      closeOnEscape={!covered}
      size="auto"
      transitionProps={{ duration: 200, transition: 'slide-up' }}
      classNames={{ content: css.content ?? '' }}
    >
      <Drawer.Overlay className={css.scrim ?? ''} />
      <Drawer.Content ref={openContent} data-leaving={!opened || undefined}>
        <DialogHead lead={lead} className={css.head} onClose={onClose}>
          <Drawer.Title {...TITLE}>{title}</Drawer.Title>
        </DialogHead>
        <div className={css.body}>{children}</div>
      </Drawer.Content>
    </Drawer.Root>
  )
}
