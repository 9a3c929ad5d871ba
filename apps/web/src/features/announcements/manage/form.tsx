import {
  ANNOUNCEMENT_FORMS,
  ANNOUNCEMENT_KINDS,
  ANNOUNCEMENT_LIMITS,
  CONTEXT_TYPES,
} from '@polylogue/contract/browser'
import type { Announcement } from '@polylogue/contract'
import { issuesOf, useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { DialogBody, DialogForm, FormFoot } from '#ui/dialog.tsx'
import { FieldGroup, TextArea, TextField } from '#ui/field.tsx'
import { Segments } from '#ui/segments.tsx'
import { Problem } from '#ui/states.tsx'
import { AccessRow, ContextSearch } from '#features/contexts/index.ts'
import css from './announcements.module.css'
import type { Draft, Wrong } from './draft.ts'
import { Preview } from './preview.tsx'

interface AnnouncementFieldsProps {
  draft: Draft
  /** The announcement that is changed: whom it is told and how stays. */
  stored: Announcement | undefined
  wrong: Wrong
  change: { isPending: boolean; error: Error | null }
  onChange: (some: Partial<Draft>) => void
  onSubmit: () => void
  onCancel: () => void
}

/** What is told, to whom and until when, with a preview. Keeps what is typed when saving fails. */
export function AnnouncementFields(props: AnnouncementFieldsProps) {
  const { draft, stored, wrong, change, onChange, onSubmit, onCancel } = props
  const { t } = useTranslation('announcements')
  const errorMessage = useErrorMessage()
  const issues = issuesOf(change.error)
  return (
    <DialogForm onSubmit={() => !change.isPending && onSubmit()}>
      <DialogBody>
        <TextField
          label={t('title')}
          error={wrong.title ? t('titleMissing') : issues['title']}
          maxLength={ANNOUNCEMENT_LIMITS.title}
          data-autofocus
          value={draft.title}
          onChange={(event) => onChange({ title: event.target.value })}
        />
        <TextArea
          label={t('text')}
          error={wrong.text ? t('textLong') : issues['text']}
          maxLength={ANNOUNCEMENT_LIMITS.text}
          rows={4}
          value={draft.text}
          onChange={(event) => onChange({ text: event.target.value })}
        />
        <FieldGroup label={t('kind')}>
          <Segments
            label={t('kind')}
            value={draft.kind}
            options={ANNOUNCEMENT_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
            onChange={(kind) => onChange({ kind })}
          />
        </FieldGroup>
        {stored ? (
          <p className={css.hint}>{t('stays')}</p>
        ) : (
          <Audience draft={draft} wrong={wrong} onChange={onChange} />
        )}
        <TextField
          label={t('ends')}
          type="datetime-local"
          error={wrong.ends || issues['ends'] ? t('endsWrong') : undefined}
          value={draft.ends}
          onChange={(event) => onChange({ ends: event.target.value })}
        />
        <FieldGroup label={t('preview')}>
          <Preview {...draft} />
        </FieldGroup>
        {change.error && Object.keys(issues).length === 0 && (
          <Problem>{t('notSaved', { sentence: errorMessage(change.error).sentence })}</Problem>
        )}
      </DialogBody>
      <FormFoot verb={t(stored ? 'save' : 'announce')} busy={change.isPending} onCancel={onCancel} />
    </DialogForm>
  )
}

/** How it is shown, and to whom. */
function Audience({ draft, wrong, onChange }: Pick<AnnouncementFieldsProps, 'draft' | 'wrong' | 'onChange'>) {
  const { t } = useTranslation('announcements')
  return (
    <>
      <FieldGroup label={t('form')} hint={t(`formHints.${draft.form}`)}>
        <Segments
          label={t('form')}
          value={draft.form}
          options={ANNOUNCEMENT_FORMS.toReversed().map((value) => ({ value, label: t(`forms.${value}`) }))}
          onChange={(form) => onChange({ form })}
        />
      </FieldGroup>
      <FieldGroup label={t('to')}>
        <Segments
          label={t('to')}
          value={draft.to}
          options={(['everybody', 'group'] as const).map((value) => ({ value, label: t(`tos.${value}`) }))}
          onChange={(to) => onChange({ to })}
        />
      </FieldGroup>
      {draft.to === 'group' && <Group draft={draft} wrong={wrong} onChange={onChange} />}
    </>
  )
}

function Group({ draft, wrong, onChange }: Pick<AnnouncementFieldsProps, 'draft' | 'wrong' | 'onChange'>) {
  const { t } = useTranslation('announcements')
  if (draft.group)
    return (
      <AccessRow
        context={draft.group}
        access={{ label: t('tos.group') }}
        onRemove={() => onChange({ group: null })}
      />
    )
  return (
    <div>
      <ContextSearch
        label={t('group')}
        hint={t('groupHint')}
        types={[CONTEXT_TYPES.orgUnit, CONTEXT_TYPES.team]}
        exclude={[]}
        onChoose={(group) => onChange({ group })}
      />
      {wrong.group && (
        <p role="alert" className={css.wrong}>
          {t('groupMissing')}
        </p>
      )}
    </div>
  )
}
