import type { OwnedItemCounts } from '@polylogue/contract'
import { useId, useState } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { useSettled } from '#lib/use-settled.ts'
import { TextField } from '#ui/field.tsx'
import { RadioOption } from '#ui/radio-option.tsx'
import { useRecipients } from '../api.ts'
import type { Seen } from '../use-user.ts'
import { lostBy, type Decision } from './leaving.ts'
import css from './leaving-fields.module.css'
import { UserAvatar } from '../photo/user-avatar.tsx'

interface LeavingFieldsProps {
  user: Seen
  own: boolean
  owns: OwnedItemCounts
  decision: Decision
  onChange: (decision: Decision) => void
}

/** Chooses what happens to chats, projects and groups: transfer everything, transfer only what is shared, or delete. */
export function LeavingFields({ user, own, owns, decision, onChange }: LeavingFieldsProps) {
  const { t } = useTranslation('users')
  const name = useId()
  const options = (['handOver', 'handOverShared', 'delete'] as const).filter(
    (items) => items !== 'handOverShared' || owns.shared > 0,
  )
  return (
    <>
      <div role="radiogroup" aria-label={t('remove.items')} className={css.options}>
        <p className={css.owned}>{useOwned(owns, own)}</p>
        {options.map((items) => (
          <RadioOption
            key={items}
            name={name}
            label={t(`remove.${items}`)}
            text={t(`remove.${items}Text`, {
              count: lostBy(owns, { items, to: undefined }),
              shared: owns.shared,
            })}
            checked={decision.items === items}
            onChange={() => onChange({ ...decision, items })}
          />
        ))}
      </div>
      {decision.items && decision.items !== 'delete' && (
        <Recipient userId={user.id} to={decision.to} onChange={(to) => onChange({ ...decision, to })} />
      )}
    </>
  )
}

/** “5 chats, 3 projects and 1 group, of which 2 are shared.” */
function useOwned({ chats, projects, groups, shared }: OwnedItemCounts, own: boolean): string {
  const { t, i18n } = useTranslation('users')
  const parts = [
    chats > 0 && t('remove.chats', { count: chats }),
    projects > 0 && t('remove.projects', { count: projects }),
    groups > 0 && t('remove.groups', { count: groups }),
  ].filter((part) => part !== false)
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(parts)
  const owned = own ? t('remove.ownOwned', { list }) : t('remove.owned', { list })
  return shared > 0 ? `${owned} ${t('remove.shared', { count: shared })}` : owned
}

interface RecipientProps {
  userId: number
  to: Decision['to']
  onChange: (to: Decision['to']) => void
}

/** Searches the new owner by name. */
function Recipient({ userId, to, onChange }: RecipientProps) {
  const { t } = useTranslation('users')
  const name = useId()
  const [text, setText] = useState('')
  const q = useSettled(text.trim())
  const { data: people = [], isPending } = useRecipients(q, true)
  const offered = people.filter(({ user }) => user && user.id !== userId)
  return (
    <div className={css.recipient}>
      <TextField
        label={t('remove.to')}
        type="search"
        placeholder={t('remove.search')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        // Enter searches and must not submit the form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <div role="radiogroup" aria-label={t('remove.to')} className={css.people}>
        {offered.map(({ user, displayName }) => {
          if (!user) return null
          const [firstName = '', lastName = ''] = displayName.split(/(?<!\s)\s+(?=\S+$)/)
          return (
            <label key={user.id} className={css.person}>
              <input
                type="radio"
                name={name}
                checked={to?.id === user.id}
                onChange={() => onChange({ id: user.id, name: displayName })}
              />
              <UserAvatar person={{ ...user, firstName, lastName }} size={28} />
              <span className="cut">{displayName}</span>
              <span className="sp" />
              <span className={`${css.what} cut`}>{user.username}</span>
            </label>
          )
        })}
        {!isPending && offered.length === 0 && (
          <p className={css.none}>{q === '' ? t('remove.nobody') : t('remove.noMatch', { text: q })}</p>
        )}
      </div>
    </div>
  )
}
