import css from './ask-form.module.css'
import { Button } from './button.tsx'
import { TextField } from './field.tsx'
import { Problem } from './states.tsx'

interface AskFormProps {
  label: string
  /** The button. */
  verb: string
  placeholder: string
  /** Who answers, or why nobody does yet. */
  hint: string
  text: string
  onText: (text: string) => void
  /** Whether a question can be asked at all. */
  enabled: boolean
  busy: boolean
  /** Why the last question was not asked. */
  failed: string | undefined
  onAsk: (question: string) => void
}

/** A field for one question that opens a new chat. */
export function AskForm(props: AskFormProps) {
  const { label, verb, placeholder, hint, text, onText, enabled, busy, failed, onAsk } = props
  const canAsk = enabled && text.trim() !== ''
  return (
    <form
      className={css.ask}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (canAsk && !busy) onAsk(text.trim())
      }}
    >
      <TextField
        label={label}
        placeholder={placeholder}
        hint={hint}
        dir="auto"
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
      <Button type="submit" icon="message" disabled={!canAsk} busy={busy}>
        {verb}
      </Button>
      {failed !== undefined && <Problem>{failed}</Problem>}
    </form>
  )
}
