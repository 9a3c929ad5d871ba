import { useTranslation } from '#lib/texts.ts'
import { IconButton } from '#ui/icon-button.tsx'

/** The id of the help section that the button toggles. */
export const ADMIN_HELP = 'admin-help'

/** Toggles the help of an administration page. */
export function AdminHelpButton({ unfolded, onClick }: { unfolded: boolean; onClick: () => void }) {
  const { t } = useTranslation('admin')
  return (
    <IconButton
      icon="help-circle"
      label={t('help')}
      aria-expanded={unfolded}
      aria-controls={ADMIN_HELP}
      onClick={onClick}
    />
  )
}
