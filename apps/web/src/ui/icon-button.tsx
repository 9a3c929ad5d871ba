import type { ButtonHTMLAttributes, Ref } from 'react'
import { Link } from 'react-router'
import css from './icon-button.module.css'
import { Icon, type IconName } from './icon.tsx'
import { Tooltip } from './tooltip.tsx'

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'children' | 'aria-label'> & {
  icon: IconName
  /** The accessible name, also shown as the tooltip. */
  label: string
  /** The shortcut's label. */
  keys?: string | undefined
  /** 28 px, or 32 in the top bar; 44 on touch. */
  large?: boolean
  iconSize?: 14 | 16 | 18 | 20
  ref?: Ref<HTMLButtonElement> | undefined
}

/** An icon button with an accessible name and a tooltip. */
export function IconButton({
  icon,
  label,
  keys,
  large = false,
  iconSize = 16,
  className,
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip label={label} keys={keys}>
      <button
        {...rest}
        type="button"
        aria-label={label}
        className={[css.button, large && css.large, className].filter(Boolean).join(' ')}
      >
        <Icon name={icon} size={iconSize} />
      </button>
    </Tooltip>
  )
}

/** A link shown as an icon. */
export function IconLink({ icon, label, to }: { icon: IconName; label: string; to: string }) {
  return (
    <Tooltip label={label}>
      <Link to={to} aria-label={label} className={css.button}>
        <Icon name={icon} />
      </Link>
    </Tooltip>
  )
}
