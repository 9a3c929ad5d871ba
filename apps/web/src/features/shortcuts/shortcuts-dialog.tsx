import { useTranslation } from '#lib/texts.ts'
import { Dialog } from '#ui/dialog.tsx'
import { scrollBox } from '#ui/scroll-box.ts'
import { ShortcutList } from './shortcut-list.tsx'
import css from './shortcut-list.module.css'

export function ShortcutsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('shortcuts')
  return (
    <Dialog opened={opened} title={t('title')} lead={t('lead')} width={560} onClose={onClose}>
      <div className={css.body} {...scrollBox(t('title'), 'region')}>
        <ShortcutList heading="h3" />
      </div>
    </Dialog>
  )
}
