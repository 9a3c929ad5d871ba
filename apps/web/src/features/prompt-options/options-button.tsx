import { useTranslation } from '#lib/texts.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { useInstalled } from '#features/plugins/index.ts'
import { useProMode } from '#features/settings/index.ts'
import css from './options-button.module.css'
import { changedOptions } from './options.ts'

/** Whether options can be changed: with the plugin, and while some are changed. */
export function useOffersOptions(options: Readonly<Record<string, unknown>>): boolean {
  return useInstalled('prompt-options') || changedOptions(options).length > 0
}

interface OptionsButtonProps {
  options: Readonly<Record<string, unknown>>
  /** Keeps the button, for example while its dialog is open. */
  isKept?: boolean
  className?: string | undefined
  onClick: () => void
}

/** Opens prompt options, with the number of changed ones. Shown in pro mode with the plugin, and while options are changed: those always apply. */
export function OptionsButton({ options, isKept = false, className, onClick }: OptionsButtonProps) {
  const { t } = useTranslation('conversation')
  const { pro } = useProMode()
  const installed = useInstalled('prompt-options')
  const count = changedOptions(options).length
  if (!(pro && installed) && count === 0 && !isKept) return null
  return (
    <span className={css.counted}>
      <IconButton
        icon="adjustments-horizontal"
        label={count === 0 ? t('options') : t('optionsChanged', { count })}
        className={className}
        onClick={onClick}
      />
      {count > 0 && (
        <span className={css.count} aria-hidden="true">
          {count}
        </span>
      )}
    </span>
  )
}
