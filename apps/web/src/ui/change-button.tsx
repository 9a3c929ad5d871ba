import { useTranslation } from '#lib/texts.ts'
import { Button } from './button.tsx'

interface ChangeButtonProps {
  /** The accessible name: the button itself only says “Change”. */
  label: string
  changing: boolean
  onToggle: () => void
}

/** Shows the fields that change a setting in place of the setting, and the setting again. */
export function ChangeButton({ label, changing, onToggle }: ChangeButtonProps) {
  const { t } = useTranslation('project-page')
  return (
    <Button kind="quiet" size="small" aria-label={changing ? undefined : label} onClick={onToggle}>
      {changing ? t('done') : t('change')}
    </Button>
  )
}
