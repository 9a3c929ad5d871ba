import type { Context } from '@polylogue/contract'
import { CONTEXT_TYPES } from '@polylogue/contract/browser'
import type { ReactNode } from 'react'
import { useDialogsOf } from '#lib/dialogs.ts'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { ContextSign } from './context-sign.tsx'
import { DELETE_GROUP, EDIT_GROUP, GROUP_MEMBERS } from './group-dialogs.ts'
import css from './groups.module.css'
import { useContextWords } from './use-context-words.ts'

interface GroupRowProps {
  group: Context
  /** Nesting depth in this list. */
  depth?: number
  /** Names of its parent groups, where they are not shown above it. */
  within?: readonly string[]
  /** The button that expands and collapses it. */
  children?: ReactNode
}

/** A row of a group with its actions. */
export function GroupRow({ group, depth = 0, within = [], children }: GroupRowProps) {
  const { t } = useTranslation('contexts')
  const words = useContextWords()
  const format = useFormat()
  const dialogs = useDialogsOf('group')
  const facts = [
    words(group),
    within.length > 0 ? t('within', { names: within.join(', ') }) : '',
    group.needsApproval ? t('needsApprovalFact') : '',
  ]
    .filter(Boolean)
    .join(' · ')
  return (
    <div className={css.row} style={{ paddingInlineStart: depth * 24 }}>
      {children}
      <ContextSign context={group} />
      <div className={css.text}>
        <button
          type="button"
          className={`cut ${css.name}`}
          title={group.displayName}
          onClick={() => dialogs.show(GROUP_MEMBERS, group.id)}
        >
          {group.displayName}
        </button>
        <span className={`cut ${css.facts}`} title={facts}>
          {facts}
        </span>
      </div>
      <span className={`cut ${css.description}`} title={group.description}>
        {group.description}
      </span>
      <time className={css.time} dateTime={group.modified} title={format.full(group.modified)}>
        {t('changed', { day: format.moment(group.modified) })}
      </time>
      <GroupActions group={group} />
    </div>
  )
}

/** Tenant groups have no link: they come from the configuration. */
function GroupActions({ group }: { group: Context }) {
  const { t } = useTranslation('contexts')
  const dialogs = useDialogsOf('group')
  const name = group.displayName
  if (group.contextTypeId === CONTEXT_TYPES.tenant) return <span className={css.actions} />
  const { can_write: writes, is_admin: admin } = group
  return (
    <span className={css.actions}>
      <IconButton
        icon="pencil"
        label={writes ? t('edit', { name }) : t('notEditable', { name })}
        aria-disabled={!writes || undefined}
        onClick={writes ? () => dialogs.show(EDIT_GROUP, group.id) : undefined}
      />
      <IconButton
        icon="trash"
        label={admin ? t('delete', { name }) : t('notDeletable', { name })}
        aria-disabled={!admin || undefined}
        onClick={admin ? () => dialogs.show(DELETE_GROUP, group.id) : undefined}
      />
    </span>
  )
}
