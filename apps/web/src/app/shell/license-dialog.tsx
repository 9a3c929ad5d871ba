import { useLicense } from '#features/settings/index.ts'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/dialog.tsx'

/** Explains that the licence has expired, what this means, and what still works. */
export function LicenseDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation(['license', 'ui'])
  const format = useFormat()
  const { data } = useLicense()
  const end = data?.licenseEnd
  return (
    <Dialog opened={opened && data?.expired === true} title={t('title')} width={480} onClose={onClose}>
      <DialogBody>
        <p>
          {end ? t('ended', { date: withoutDot(format.day(end)) }) : t('endedSome')} {t('text')}
        </p>
      </DialogBody>
      <DialogFoot>
        <LinkButton to="/about" size="large">
          {t('toAbout')}
        </LinkButton>
        <Button kind="fill" size="large" onClick={onClose} data-autofocus>
          {t('ui:close')}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

// Some languages end an abbreviated month with a dot, and the sentence ends with one too.
const withoutDot = (date: string): string => date.replace(/\.$/, '')
