import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { Link } from 'react-router'
import css from './button.module.css'
import { Icon, type IconName } from './icon.tsx'

export interface ButtonLook {
  /** fill: the primary action, one per view · line: other actions · quiet: in bars · bad: confirms a deletion. */
  kind?: 'fill' | 'line' | 'quiet' | 'bad'
  /** 28, 32, 36 (dialogs) or 40 px high. */
  size?: 'small' | 'medium' | 'large' | 'page'
  icon?: IconName | undefined
  children?: ReactNode
}

type ButtonProps = ButtonLook &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'children'> & {
    type?: 'button' | 'submit'
    /** In progress: keeps its place and label, and ignores clicks. */
    busy?: boolean
    ref?: Ref<HTMLButtonElement> | undefined
  }

/** A button labelled with a verb and its object. Does not submit a form by default. */
export function Button({
  kind,
  size,
  icon,
  children,
  type = 'button',
  busy = false,
  className,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type === 'submit' ? 'submit' : 'button'}
      data-kind={kind}
      className={classes(kind, size, className)}
      aria-disabled={busy || rest['aria-disabled']}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  )
}

/** A link with the look of a button. */
export function LinkButton({
  kind,
  size,
  icon,
  children,
  to,
  className,
}: ButtonLook & { to: string; className?: string }) {
  return (
    <Link to={to} className={classes(kind, size, className)}>
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  )
}

const classes = (kind: ButtonLook['kind'] = 'line', size: ButtonLook['size'] = 'medium', more = '') =>
  [css.button, css[kind], css[size], more].filter(Boolean).join(' ')
