import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { Link } from 'react-router'
import css from './button.module.css'
import { Icon, type IconName } from './icon.tsx'

export interface ButtonLook {
  /** fill: what this view is for, one at most · line: all else · quiet: in bars · bad: confirms a deletion. */
  kind?: 'fill' | 'line' | 'quiet' | 'bad'
  /** 28, 32, 36 (dialogs) or 40 px high. */
  size?: 'small' | 'medium' | 'large' | 'door'
  icon?: IconName | undefined
  children?: ReactNode
}

type ButtonProps = ButtonLook &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'children'> & {
    type?: 'button' | 'submit'
    /** Under way: keeps its place and name, and takes no click. */
    busy?: boolean
    ref?: Ref<HTMLButtonElement> | undefined
  }

/** A verb and its object. Does not submit a form unless told. */
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

/** A link that looks like a button: it leads somewhere. */
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
