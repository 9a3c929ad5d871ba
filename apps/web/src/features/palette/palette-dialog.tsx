import { useTranslation } from '#lib/texts.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Palette } from './palette.tsx'
import type { PaletteSource } from './source.ts'

interface PaletteDialogProps {
  sources: readonly PaletteSource[]
  opened: boolean
  onClose: () => void
}

/** Finds chats, pages and actions. Resets its text on closing. */
export function PaletteDialog({ sources, opened, onClose }: PaletteDialogProps) {
  const { t } = useTranslation('palette')
  return (
    <Dialog opened={opened} title={t('title')} width={640} onClose={onClose}>
      <Palette sources={sources} onClose={onClose} />
    </Dialog>
  )
}
