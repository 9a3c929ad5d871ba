import type { Context } from '@polylogue/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Conflict } from '../../ui/conflict.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FieldGroup } from '../../ui/field.tsx'
import { useStoredGroup, useUpdateGroup, type GroupValues } from './api.ts'
import { GroupForm, isConflict } from './group-form.tsx'
import { kindOf } from './kinds.ts'
import css from './members.module.css'

interface EditGroupDialogProps {
  opened: boolean
  group: Context | null
  /** Opens its members instead. */
  onMembers: () => void
  onClose: () => void
}

/** Changes a group's type, name and description, and leads to its members. */
export function EditGroupDialog({ opened, group, onMembers, onClose }: EditGroupDialogProps) {
  const { t } = useTranslation('contexts')
  const edit = useEdit(group, onClose)
  return (
    <Dialog
      opened={opened}
      title={t('editTitle')}
      lead={t('editLead')}
      width={760}
      dirty={edit.dirty}
      onClose={edit.close}
    >
      <GroupForm
        values={edit.values}
        onChange={edit.setTyped}
        verb={t('save')}
        change={edit.update}
        onSubmit={() => edit.save(group?.modified)}
        onCancel={edit.close}
      >
        {group && <MembersLine group={group} locked={edit.dirty} onMembers={onMembers} />}
        {edit.theirs && (
          <Changed
            theirs={edit.theirs}
            values={edit.values}
            busy={edit.update.isPending}
            onKeep={() => edit.save(edit.theirs?.modified)}
            onTake={edit.take}
          />
        )}
      </GroupForm>
    </Dialog>
  )
}

/** What is typed, saving it, and what to do when somebody else has saved in between. */
function useEdit(group: Context | null, onClose: () => void) {
  const [typed, setTyped] = useState<GroupValues | null>(null)
  const update = useUpdateGroup(group?.id ?? 0)
  const stored = useStoredGroup()
  const kept = valuesOf(group)
  const values = typed ?? kept
  const reset = () => {
    update.reset()
    stored.reset()
  }
  const close = () => {
    setTyped(null)
    reset()
    onClose()
  }
  return {
    values,
    dirty: typed !== null && JSON.stringify(typed) !== JSON.stringify(kept),
    update,
    theirs: stored.data ?? null,
    setTyped,
    close,
    save(ifModified: string | undefined) {
      if (!group || ifModified === undefined) return
      stored.reset()
      // As it stands in the form: the group may be read again meanwhile.
      setTyped(values)
      const onError = (error: Error) => isConflict(error) && stored.mutate(group.id)
      update.mutate({ ...values, ifModified }, { onSuccess: close, onError })
    },
    take() {
      setTyped(valuesOf(stored.data ?? group))
      reset()
    },
  }
}

const valuesOf = (group: Context | null): GroupValues => ({
  contextTypeId: group?.contextTypeId ?? 0,
  name: group?.name ?? '',
  description: group?.description ?? '',
})

function MembersLine({
  group,
  locked,
  onMembers,
}: {
  group: Context
  /** Something is typed: it is saved or given up first. */
  locked: boolean
  onMembers: () => void
}) {
  const { t } = useTranslation('contexts')
  const format = useFormat()
  const count = group.numMembers
  return (
    <FieldGroup label={t('membersLabel')} {...(locked ? { hint: t('saveFirst') } : {})}>
      <div className={css.line}>
        <span className={css.count}>{t('members', { count, number: format.number(count) })}</span>
        <Button icon="users" disabled={locked} onClick={onMembers}>
          {t('changeMembers')}
        </Button>
      </div>
    </FieldGroup>
  )
}

interface ChangedProps {
  theirs: Context
  values: GroupValues
  busy: boolean
  onKeep: () => void
  onTake: () => void
}

/** What somebody else has stored meanwhile. */
function Changed({ theirs, values, busy, onKeep, onTake }: ChangedProps) {
  const { t } = useTranslation('contexts')
  const kind = kindOf(theirs.contextTypeId)?.kind
  const changes = [
    {
      label: t('type'),
      value: kind ? t(`kinds.${kind}`) : '',
      same: theirs.contextTypeId === values.contextTypeId,
    },
    { label: t('name'), value: theirs.name, same: theirs.name === values.name },
    { label: t('description'), value: theirs.description, same: theirs.description === values.description },
  ].filter(({ same }) => !same)
  return <Conflict changes={changes} busy={busy} onKeep={onKeep} onTake={onTake} />
}
