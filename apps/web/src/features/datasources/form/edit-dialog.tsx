import type { Datasource } from '@polylogue/contract'
import { Suspense } from 'react'
import { canAdminister, canWrite } from '#lib/can.ts'
import { useFormat } from '#lib/format.ts'
import { useNotices } from '#lib/notices.ts'
import { useTranslation } from '#lib/texts.ts'
import { EditConflict, EditDialog, useEdit, useItemDialogs } from '#features/items/index.ts'
import { useLabelComparison } from '#features/labels/index.ts'
import { sharesOf, SharingLine, useSharingWay } from '#features/sharing/index.ts'
import { useTypedAddress } from '#features/sites/index.ts'
import { useStoredDatasource, useUpdateDatasource, type DatasourceValues } from '../api.ts'
import { StoredDocuments } from '../documents/stored-documents.tsx'
import { languageNames } from '../language-names.ts'
import { DatasourceForm } from './datasource-form.tsx'
import { useScanModels } from './scan-models.ts'
import { cutsAnew, hasSameValues, readsScansAnew, valuesOf } from './values.ts'

interface EditDatasourceDialogProps {
  datasource: Datasource
  opened: boolean
  onClose: () => void
}

/** Edits a data source; its documents change at once. Keeps the input when saving fails. */
export function EditDatasourceDialog({ datasource, opened, onClose }: EditDatasourceDialogProps) {
  const { t } = useTranslation(['datasources', 'media', 'sites'])
  const notices = useNotices()
  const update = useUpdateDatasource()
  const locked = !canAdminister(datasource)
  const typed = useTypedAddress()
  const edit = useEdit({
    thing: datasource,
    id: datasource.id,
    valuesOf,
    update,
    sent: (
      { name, summary, label, answersOnly, recognitionModelTagId, ...values }: DatasourceValues,
      over: Datasource,
    ) => ({
      ...values,
      ...(locked ? {} : { name, summary, label, answersOnly, recognitionModelTagId }),
      id: over.id,
      // Documents or shares that changed meanwhile do not concern the values.
      ifModified: hasSameValues(datasource, over) ? datasource.modified : over.modified,
    }),
    stored: useStoredDatasource(),
    onSaved: () => notices.show({ kind: 'done', title: t('form.updated') }),
    onClose() {
      typed.setText('')
      onClose()
    },
  })
  const save = (over?: Datasource) => (typed.isTyped ? typed.refuse() : edit.save(over))
  const compare = useComparison()
  const base = valuesOf(edit.base)
  const hasMedia = datasource.mediaCount > 0
  return (
    <EditDialog
      opened={opened && canWrite(datasource)}
      title={t('edit')}
      lead={t('form.editLead')}
      width={1200}
      edit={{ ...edit, dirty: edit.dirty || typed.isTyped }}
    >
      <DatasourceForm
        values={edit.values}
        onChange={edit.setValues}
        locked={locked}
        words={{
          verb: t('form.save'),
          failed: (sentence) => t('form.updateFailed', { sentence }),
          note: hasMedia && cutsAnew(edit.values, base) ? t('form.recut') : undefined,
        }}
        change={{ isPending: edit.busy, error: edit.error }}
        on={{ submit: () => save(), cancel: edit.close }}
        scansNote={hasMedia && readsScansAnew(edit.values, base) ? t('scans.again') : undefined}
        documents={<StoredDocuments datasource={datasource} typed={typed} />}
      >
        <Shares datasource={datasource} locked={edit.dirty} />
        <EditConflict edit={edit} compare={compare} onKeep={save} />
      </DatasourceForm>
    </EditDialog>
  )
}

/** The number of shares, for those who manage them; they are edited in their own dialog. */
function Shares({ datasource, locked }: { datasource: Datasource; locked: boolean }) {
  const dialogs = useItemDialogs('datasources')
  if (useSharingWay()(datasource) !== 'share') return null
  return (
    <Suspense fallback={null}>
      <SharingLine
        count={sharesOf(datasource)}
        locked={locked}
        onChange={() => dialogs.show('share', datasource.id)}
      />
    </Suspense>
  )
}

/** Compares a stored data source with the form. */
function useComparison() {
  const { t, i18n } = useTranslation(['datasources', 'vectors'])
  const nameOfModel = useScanModels().nameOf
  const format = useFormat()
  const labels = useLabelComparison()
  return (stored: Datasource, values: DatasourceValues) => {
    const theirs = valuesOf(stored)
    const number = (field: 'chunkSize' | 'chunkOverlap') => ({
      label: t(`form.${field}`),
      value: format.number(theirs[field]),
      same: theirs[field] === values[field],
    })
    return [
      { label: t('form.name'), value: theirs.name, same: theirs.name === values.name },
      { label: t('form.summary'), value: theirs.summary, same: theirs.summary === values.summary },
      labels('categories', theirs, values),
      labels('tags', theirs, values),
      number('chunkSize'),
      number('chunkOverlap'),
      {
        label: t('form.useContextual'),
        value: t(theirs.useContextual ? 'form.on' : 'form.off'),
        same: theirs.useContextual === values.useContextual,
      },
      {
        label: t('vectors:field'),
        value: t(theirs.useVectors ? 'form.on' : 'form.off'),
        same: theirs.useVectors === values.useVectors,
      },
      {
        label: t('scans.languages'),
        value: languageNames(theirs.recognitionLanguages, i18n.language),
        same: theirs.recognitionLanguages.join() === values.recognitionLanguages.join(),
      },
      {
        label: t('scans.model'),
        value: nameOfModel(theirs.recognitionModelTagId),
        same: theirs.recognitionModelTagId === values.recognitionModelTagId,
      },
      {
        label: t('form.answersOnly'),
        value: t(theirs.answersOnly ? 'form.on' : 'form.off'),
        same: theirs.answersOnly === values.answersOnly,
      },
    ]
  }
}
