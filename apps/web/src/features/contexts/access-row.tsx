import type { Member } from '@polylogue/contract'
import { useTranslation } from '#lib/texts.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { ContextSign } from './context-sign.tsx'
import css from './members.module.css'
import { useContextWords } from './use-context-words.ts'
import { useUserContextId } from './use-user-context-id.ts'

interface AccessRowProps {
  /** Null for a user whom the reader may not see. */
  context: Member['context'] | null
  /** The current permission, or the permissions to choose from. */
  access: Access
  /** Shown after the user name or the number of members. */
  fact?: string | undefined
  busy?: boolean
  /** Omitted when the reader may not remove the entry. */
  onRemove?: (() => void) | undefined
}

/** A permission as text; `locked` shows a lock icon when nobody can change it. */
export interface Access {
  label: string
  locked?: boolean
  /** Omitted when the permission is read-only. */
  choice?:
    | {
        value: string
        options: readonly { value: string; label: string }[]
        onChange: (value: string) => void
      }
    | undefined
}

/** A row of an access list: the user or group, its permission, and a remove button. */
export function AccessRow({ context, access, fact, busy = false, onRemove }: AccessRowProps) {
  const { t } = useTranslation('contexts')
  const name = context?.displayName ?? t('unseen')
  return (
    <div className={css.row} aria-busy={busy || undefined}>
      {context ? <ContextSign context={context} /> : <Icon name="eye-off" className={css.unseen} />}
      <div className={css.text}>
        <span className={`cut ${css.name}`} title={name}>
          {name}
        </span>
        <Metadata context={context} fact={fact} />
      </div>
      {access.choice ? (
        <Choice name={name} choice={access.choice} busy={busy} />
      ) : (
        <span className={css.fixed}>
          {access.locked && <Icon name="lock" size={14} />}
          {access.label}
        </span>
      )}
      {onRemove ? (
        <IconButton icon="x" label={t('remove', { name })} disabled={busy} onClick={onRemove} />
      ) : (
        (access.choice || access.locked) && <span className={css.gap} />
      )}
    </div>
  )
}

function Metadata({ context, fact }: Pick<AccessRowProps, 'context' | 'fact'>) {
  const { t } = useTranslation('contexts')
  const words = useContextWords()
  const own = useUserContextId()
  if (!context) return <span className={css.facts}>{t('unseenText')}</span>
  const you = context.id === own ? [t('you')] : []
  const facts = [words(context), ...you, ...(fact === undefined ? [] : [fact])].join(' · ')
  return (
    <span className={`cut ${css.facts}`} title={fact}>
      {facts}
    </span>
  )
}

interface ChoiceProps {
  name: string
  choice: NonNullable<Access['choice']>
  busy: boolean
}

function Choice({ name, choice, busy }: ChoiceProps) {
  const { t } = useTranslation('contexts')
  return (
    <span className={css.select}>
      <select
        aria-label={t('levelOf', { name })}
        value={choice.value}
        disabled={busy}
        onChange={(event) => choice.onChange(event.target.value)}
      >
        {choice.options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <Icon name="selector" size={14} />
    </span>
  )
}
