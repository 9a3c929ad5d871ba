import { useTranslation } from '#lib/texts.ts'
import { Dialog, DialogBody } from '#ui/dialog.tsx'
import { PluginList } from './plugin-list.tsx'

/** The plugins on every page. */
export function PluginsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('plugins')
  return (
    <Dialog opened={opened} title={t('title')} lead={t('lead')} height="75dvh" onClose={onClose}>
      <DialogBody>
        <PluginList heading="h3" />
      </DialogBody>
    </Dialog>
  )
}
