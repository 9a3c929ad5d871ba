import { useConfig } from '#lib/config.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogFoot } from '#ui/dialog.tsx'
import { scrollBox } from '#ui/scroll-box.ts'
import { ReleaseNotes } from './release-notes.tsx'
import css from './releases.module.css'

/** The release notes in a dialog. */
export function WhatsNewDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('releases')
  const { appName } = useConfig()
  const title = t('whatsNew', { app: appName, version: __APP_VERSION__ })
  return (
    <Dialog opened={opened} title={title} width="70%" onClose={onClose}>
      <div className={css.body} {...scrollBox(title, 'region')}>
        <ReleaseNotes />
      </div>
      <DialogFoot>
        <Button size="large" onClick={onClose} data-autofocus>
          {t('close')}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
