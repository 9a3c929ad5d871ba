import { useState } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { PasswordField } from '#ui/field.tsx'
import css from './new-password-fields.module.css'
import { LONGEST, SHORTEST, type NewPassword } from './use-new-password.ts'

interface NewPasswordFieldsProps {
  /** From `useNewPassword`. */
  value: NewPassword
  /** “Password” by default. */
  label?: string
  /** The server's error, in one sentence. */
  error?: string | undefined
  autoFocus?: boolean
}

/**
 * A new password, typed twice, with its strength. Enable the form's button with `value.ready`.
 * ```tsx
 * const password = useNewPassword([firstName, lastName, email])
 * <NewPasswordFields value={password} error={issues['password']} />
 * <Button type="submit" disabled={!password.ready}>
 * ```
 */
export function NewPasswordFields({ value, label, error, autoFocus = false }: NewPasswordFieldsProps) {
  const { t } = useTranslation('users')
  const [shown, setShown] = useState(false)
  const [left, setLeft] = useState<'none' | 'first' | 'both'>('none')
  const { password, password2, strength, minimum } = value
  const short = left !== 'none' && password !== '' && password.length < SHORTEST
  const different = left === 'both' && password2 !== '' && password !== password2
  return (
    <>
      <div className={css.first}>
        <PasswordField
          label={label ?? t('password.label')}
          hint={t('password.rule')}
          error={short ? t('password.short') : error}
          name="new-password"
          autoComplete="new-password"
          maxLength={LONGEST}
          data-autofocus={autoFocus || undefined}
          autoFocus={autoFocus}
          shown={shown}
          onShow={setShown}
          value={password}
          onChange={(event) => value.type({ password: event.target.value })}
          onBlur={() => left === 'none' && setLeft('first')}
        />
        <Strength strength={strength} minimum={minimum} />
      </div>
      <PasswordField
        label={t('password.repeat')}
        error={different ? t('password.different') : undefined}
        name="new-password-2"
        autoComplete="new-password"
        maxLength={LONGEST}
        shown={shown}
        onShow={setShown}
        value={password2}
        onChange={(event) => value.type({ password2: event.target.value })}
        onBlur={() => setLeft('both')}
      />
    </>
  )
}

const WORDS = ['veryWeak', 'weak', 'fair', 'good', 'strong'] as const

/** Four bars and a word; the space is reserved while nothing is rated. */
function Strength({ strength, minimum }: { strength: number | undefined; minimum: number }) {
  const { t } = useTranslation('users')
  const level = strength === undefined ? undefined : Math.round(strength / 25)
  const enough = strength !== undefined && strength >= minimum
  const word = level === undefined ? '' : t(`password.${WORDS[level] ?? 'strong'}`)
  return (
    <div className={css.strength} data-enough={enough || undefined}>
      <span className={css.bars} aria-hidden="true">
        {[1, 2, 3, 4].map((bar) => (
          <span key={bar} data-on={(level !== undefined && bar <= Math.max(level, 1)) || undefined} />
        ))}
      </span>
      <span className={css.word} role="status">
        {word && (enough ? t('password.enough', { word }) : t('password.tooWeak', { word }))}
      </span>
    </div>
  )
}
