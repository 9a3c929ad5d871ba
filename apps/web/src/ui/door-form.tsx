// Forms before one is in: to sign in, to sign up, to set up.
import type { FormEvent, ReactNode, Ref } from 'react'
import { Button } from './button.tsx'
import css from './door-form.module.css'

interface DoorFormProps {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  /** The verb of the button. */
  verb: string
  busy: boolean
  disabled?: boolean
  ref?: Ref<HTMLFormElement>
  children: ReactNode
}

/** Fields below each other, and one wide button. */
export function DoorForm({ onSubmit, verb, busy, disabled, ref, children }: DoorFormProps) {
  return (
    <form ref={ref} className={css.form} onSubmit={onSubmit} noValidate>
      {children}
      <Button type="submit" kind="fill" size="door" disabled={disabled} busy={busy} className={css.submit}>
        {verb}
      </Button>
    </form>
  )
}

/** Beside each other where there is room: first and last name. */
export function DoorNames({ children }: { children: ReactNode }) {
  return <div className={css.names}>{children}</div>
}
