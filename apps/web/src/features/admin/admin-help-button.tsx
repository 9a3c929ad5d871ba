import { useTranslation } from '../../lib/texts.ts'
import { IconButton } from '../../ui/icon-button.tsx'

/** The id of the help that the button unfolds. */
export const ADMIN_HELP = 'admin-help'

/** Unfolds the help of a page of administration. */
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
