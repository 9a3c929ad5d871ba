// Labelled fields: the label above, the hint or the error below and linked to the field.
import { useId, type InputHTMLAttributes, type ReactNode, type Ref, type TextareaHTMLAttributes } from 'react'
import { useTranslation } from '#lib/texts.ts'
import css from './field.module.css'
import { IconButton } from './icon-button.tsx'
import { useLimitHint, type Limited } from './use-limit-hint.ts'

interface FieldText {
  label: string
  hint?: string | undefined
  /** The error message, one sentence. */
  error?: string | undefined
}

interface Limits extends Pick<Limited, 'onBlur'> {
  /** Something must be typed: says so when the field was left empty. */
  needed?: boolean | undefined
}

interface Linked {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** The frame of a field; `children` receives the ids that link it to label, hint and error. */
export function Field({
  label,
  hint,
  error,
  children,
}: FieldText & { children: (linked: Linked) => ReactNode }) {
  const id = useId()
  const below = `${id}-below`
  const text = error ?? hint
  return (
    <div className={css.field}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-describedby': text ? below : undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {text && (
        <p id={below} className={error ? css.error : css.hint} role={error ? 'alert' : undefined}>
          {text}
        </p>
      )}
    </div>
  )
}

/** Several controls with one label: radio buttons or checkboxes. */
export function FieldGroup({
  label,
  hint,
  children,
}: Pick<FieldText, 'label'> & { hint?: ReactNode; children: ReactNode }) {
  return (
    <div className={css.field}>
      <span className={css.label} aria-hidden="true">
        {label}
      </span>
      {children}
      {hint && <p className={css.hint}>{hint}</p>}
    </div>
  )
}

type TextFieldProps = FieldText &
  Limits &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'onBlur'> & {
    /** Content at the end inside the frame. */
    end?: ReactNode
    ref?: Ref<HTMLInputElement> | undefined
  }

/** One line of text. */
export function TextField({ label, hint, error, end, needed = false, ...input }: TextFieldProps) {
  const limit = useLimitHint(input, needed)
  return (
    <Field label={label} hint={limit.hint ?? hint} error={error}>
      {(linked) => (
        <span className={css.box} data-error={error ? true : undefined}>
          <input {...input} {...linked} onBlur={limit.onBlur} />
          {end}
        </span>
      )}
    </Field>
  )
}

interface PasswordFieldProps extends Omit<TextFieldProps, 'end' | 'type'> {
  shown: boolean
  onShow: (shown: boolean) => void
  /** What the button shows and hides. */
  what?: 'password' | 'key'
}

/** A field for a password or a key, with a button to show it. */
export function PasswordField({ shown, onShow, what = 'password', ...field }: PasswordFieldProps) {
  const { t } = useTranslation('session')
  const context = what === 'key' ? what : undefined
  const end = (
    <IconButton
      icon={shown ? 'eye-off' : 'eye'}
      label={t(shown ? 'hidePassword' : 'showPassword', { context })}
      aria-pressed={shown}
      className={css.inside}
      onClick={() => onShow(!shown)}
    />
  )
  return (
    <TextField
      {...field}
      type={shown ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="none"
      end={end}
    />
  )
}

type TextAreaProps = FieldText & Limits & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id' | 'onBlur'>

/** A text area that grows with its content up to 240 px. */
export function TextArea({ label, hint, error, needed = false, ...area }: TextAreaProps) {
  const limit = useLimitHint(area, needed)
  return (
    <Field label={label} hint={limit.hint ?? hint} error={error}>
      {(linked) => (
        <textarea
          rows={3}
          {...area}
          {...linked}
          onBlur={limit.onBlur}
          className={css.area}
          data-error={error ? true : undefined}
        />
      )}
    </Field>
  )
}
