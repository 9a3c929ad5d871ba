import { useDialogs } from '#lib/dialogs.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { useRequests } from './api.ts'
import { PUBLICATIONS } from './dialog-name.ts'

const PublicationsDialog = lazyDialog(
  async () => (await import('./publications-dialog.tsx')).PublicationsDialog,
)

/**
 * Opens the requests that wait for the user's approval; without any there is no button. The dialog is also opened by the
 * address.
 */
export function WaitingRequests({ className }: { className?: string | undefined }) {
  const { t } = useTranslation('publications')
  const { open, show } = useDialogs()
  const total = useRequests('others').data?.total ?? 0
  return (
    <>
      {total > 0 && (
        <Button icon="circle-check" className={className} onClick={() => show(PUBLICATIONS)}>
          {t('waiting', { count: total })}
        </Button>
      )}
      <PublicationsDialog opened={open === PUBLICATIONS} />
    </>
  )
}
