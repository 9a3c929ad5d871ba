// Forms for users who are not signed in: sign-in, sign-up, setup.
import type { FormEvent, ReactNode, Ref } from 'react'
import { Button } from './button.tsx'
import css from './signed-out-form.module.css'

interface SignedOutFormProps {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  /** The verb of the button. */
  verb: string
  busy: boolean
  disabled?: boolean
  ref?: Ref<HTMLFormElement>
  children: ReactNode
}

/** Stacked fields and one wide button. */
export function SignedOutForm({ onSubmit, verb, busy, disabled, ref, children }: SignedOutFormProps) {
  return (
    <form ref={ref} className={css.form} onSubmit={onSubmit} noValidate>
      {children}
      <Button type="submit" kind="fill" size="page" disabled={disabled} busy={busy} className={css.submit}>
        {verb}
      </Button>
    </form>
  )
}

/** Puts first and last name side by side where there is room. */
export function SignedOutNames({ children }: { children: ReactNode }) {
  return <div className={css.names}>{children}</div>
}
