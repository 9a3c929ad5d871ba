import { Icon, type IconName } from './icon.tsx'
import css from './in-use-button.module.css'
import { Tooltip } from './tooltip.tsx'

interface InUseButtonProps {
  icon: IconName
  /** The accessible name, with all names in full. */
  label: string
  names: readonly string[]
  onClick: () => void
}

/** Names what a tab uses, in the bar of its composer; on a phone only the icon. */
export const InUseButton = ({ icon, label, names, onClick }: InUseButtonProps) => (
  <Tooltip label={label}>
    <button type="button" className={css.used} onClick={onClick}>
      <Icon name={icon} />
      <span className="sr">{label}</span>
      {names.map((name, at) => (
        <span key={at} className={`cut ${css.name}`} aria-hidden="true">
          {name}
        </span>
      ))}
    </button>
  </Tooltip>
)
