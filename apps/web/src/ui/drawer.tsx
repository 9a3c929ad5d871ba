import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Drawer.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import { Drawer as MantineDrawer } from '@mantine/core'
import type { ReactNode } from 'react'
import css from './drawer.module.css'
import { useInertPage } from './inert.ts'

/** A panel from the left on small screens. `label` names it; its content provides the close button. */
export function Drawer({
  opened,
  label,
  onClose,
  children,
}: {
  opened: boolean
  label: string
  onClose: () => void
  children: ReactNode
}) {
  useInertPage(opened)
  return (
    <MantineDrawer.Root
      opened={opened}
      onClose={onClose}
      position="left"
      size="min(320px, 100vw - 56px)"
      transitionProps={{ duration: 200, transition: 'slide-right' }}
      classNames={{ overlay: css.scrim ?? '', content: css.content ?? '' }}
    >
      <MantineDrawer.Overlay />
      <MantineDrawer.Content aria-label={label} data-drawer data-leaving={!opened || undefined}>
        {children}
      </MantineDrawer.Content>
    </MantineDrawer.Root>
  )
}
