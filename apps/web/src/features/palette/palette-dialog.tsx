import { useTranslation } from '../../lib/texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Palette } from './palette.tsx'
import type { KnownGiven } from './use-known.ts'

interface PaletteDialogProps extends KnownGiven {
  opened: boolean
  onClose: () => void
}

/** Finds chats, pages and actions. What was typed is gone when it closes. */
export function PaletteDialog({ opened, onClose, ...given }: PaletteDialogProps) {
  const { t } = useTranslation('palette')
  return (
    <Dialog opened={opened} title={t('title')} width={640} onClose={onClose}>
      <Palette onClose={onClose} {...given} />
    </Dialog>
  )
}
