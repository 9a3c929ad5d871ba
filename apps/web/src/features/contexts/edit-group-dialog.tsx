import type { Context } from '@polylogue/contract'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { EditConflict, EditDialog, useEdit } from '#features/items/index.ts'
import { Button } from '#ui/button.tsx'
import { FieldGroup } from '#ui/field.tsx'
import { useStoredGroup, useUpdateGroup, type GroupValues } from './api.ts'
import { GroupForm } from './group-form.tsx'
import { kindOf } from './kinds.ts'
import css from './members.module.css'

interface EditGroupDialogProps {
  opened: boolean
  group: Context | null
  /** Opens the members dialog instead. */
  onMembers: () => void
  onClose: () => void
}

/** Edits type, name and description of a group; links to its members. */
export function EditGroupDialog({ opened, group, onMembers, onClose }: EditGroupDialogProps) {
  const { t } = useTranslation('contexts')
  const update = useUpdateGroup(group?.id ?? 0)
  const edit = useEdit({
    thing: group,
    id: group?.id ?? 0,
    valuesOf,
    update,
    sent: (values, over) => ({ ...values, ifModified: over?.modified ?? '' }),
    stored: useStoredGroup(),
    onClose,
  })
  const compare = useComparison()
  return (
    <EditDialog opened={opened} title={t('editTitle')} lead={t('editLead')} edit={edit}>
      <GroupForm
        values={edit.values}
        onChange={edit.setValues}
        verb={t('save')}
        change={{ isPending: edit.busy, error: edit.error }}
        onSubmit={() => edit.save()}
        onCancel={edit.close}
      >
        {group && <MembersLine group={group} locked={edit.dirty} onMembers={onMembers} />}
        <EditConflict edit={edit} compare={compare} />
      </GroupForm>
    </EditDialog>
  )
}

/** Compares the stored group with the form values. */
function useComparison() {
  const { t } = useTranslation('contexts')
  return (theirs: Context | null, values: GroupValues) => {
    const kind = kindOf(theirs?.contextTypeId ?? 0)?.kind
    const stored = valuesOf(theirs)
    return [
      {
        label: t('type'),
        value: kind ? t(`kinds.${kind}`) : '',
        same: stored.contextTypeId === values.contextTypeId,
      },
      { label: t('name'), value: stored.name, same: stored.name === values.name },
      {
        label: t('description'),
        value: stored.description,
        same: stored.description === values.description,
      },
      {
        label: t('approval'),
        value: t(stored.needsApproval ? 'needsApproval' : 'needsNoApproval'),
        same: stored.needsApproval === values.needsApproval,
      },
    ]
  }
}

const valuesOf = (group: Context | null): GroupValues => ({
  contextTypeId: group?.contextTypeId ?? 0,
  name: group?.name ?? '',
  description: group?.description ?? '',
  needsApproval: group?.needsApproval ?? false,
})

function MembersLine({
  group,
  locked,
  onMembers,
}: {
  group: Context
  /** Whether the form has unsaved changes: opening the members is disabled until they are saved or discarded. */
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
