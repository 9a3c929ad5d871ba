import type { Model, Tab } from '@polylogue/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiProblem } from '../../lib/api.ts'
import { Conflict } from '../../ui/conflict.tsx'
import { Dialog, DialogForm, FormFoot } from '../../ui/dialog.tsx'
import { choiceOf, findModel, findTag, useModels } from '../models/index.ts'
import { useStoredTab, useUpdateTab, type TabValues } from './api.ts'
import { TabFields } from './tab-fields.tsx'

/** Changes a tab's name, description and model. What was typed stays when saving fails. */
export function EditTabDialog({ tab, opened, onClose }: { tab: Tab; opened: boolean; onClose: () => void }) {
  const { t } = useTranslation(['tabs', 'ui'])
  const { typed, values, base, named, left, update, stored, setTyped, close, save, take } = useEdit(
    tab,
    onClose,
  )
  const dirty =
    typed.name !== undefined && (typed.name !== base.name || typed.description !== base.description)
  return (
    <Dialog
      opened={opened}
      title={t('editTitle')}
      lead={t('editLead')}
      width={760}
      dirty={dirty}
      onClose={close}
    >
      <DialogForm onSubmit={() => save(base)}>
        <TabFields
          values={values}
          error={stored.data ? null : update.error}
          nameError={left && !named ? t('nameMissing') : undefined}
          onChange={(change) => setTyped({ ...values, ...change })}
        >
          {stored.data && (
            <Changed
              stored={stored.data}
              values={values}
              busy={update.isPending}
              onKeep={save}
              onTake={take}
            />
          )}
        </TabFields>
        <FormFoot verb={t('save')} busy={update.isPending} onCancel={close} />
      </DialogForm>
    </Dialog>
  )
}

/** What is typed, saving it, and what to do when somebody else has saved in between. */
function useEdit(tab: Tab, onClose: () => void) {
  const [typed, type] = useState<Partial<TabValues>>({})
  // As it was when one began to type: what comes in meanwhile is a change of somebody else.
  const [begun, setBegun] = useState<Tab | null>(null)
  const [left, setLeft] = useState(false)
  const update = useUpdateTab(tab.projectId)
  const stored = useStoredTab()
  const base = begun ?? tab
  const values = { ...valuesOf(base), ...typed }
  const named = values.name.trim() !== ''
  const setTyped = (next: TabValues) => {
    setBegun(base)
    type(next)
  }
  const close = () => {
    type({})
    setBegun(null)
    setLeft(false)
    update.reset()
    stored.reset()
    onClose()
  }
  const save = (over: Pick<Tab, 'id' | 'modified'>) => {
    setLeft(true)
    if (!named || update.isPending) return
    stored.reset()
    // All of it, as it stands in the form: the list may have been read again meanwhile.
    setTyped(values)
    const onError = (error: Error) => isConflict(error) && stored.mutate(tab.id)
    update.mutate({ tab: over, values }, { onSuccess: close, onError })
  }
  const take = (theirs: Tab) => {
    setBegun(theirs)
    type(valuesOf(theirs))
    update.reset()
    stored.reset()
  }
  return { typed, values, base, named, left, update, stored, setTyped, close, save, take }
}

interface ChangedProps {
  stored: Tab
  values: TabValues
  busy: boolean
  onKeep: (over: Tab) => void
  onTake: (theirs: Tab) => void
}

/** What somebody else has stored meanwhile. */
function Changed({ stored, values, busy, onKeep, onTake }: ChangedProps) {
  const { t } = useTranslation('tabs')
  const { data: models } = useModels()
  const theirs = valuesOf(stored)
  const changes = [
    { label: t('name'), value: theirs.name, same: theirs.name === values.name },
    { label: t('description'), value: theirs.description, same: theirs.description === values.description },
    {
      label: t('model'),
      value: modelName(models, stored),
      same: theirs.defaultModelTagId === values.defaultModelTagId,
    },
  ].filter(({ same }) => !same)
  return (
    <Conflict changes={changes} busy={busy} onKeep={() => onKeep(stored)} onTake={() => onTake(stored)} />
  )
}

function modelName(models: readonly Model[] | undefined, tab: Tab): string {
  const choice = choiceOf(tab)
  return [findModel(models, choice.modelId)?.name, findTag(models, choice)?.name].filter(Boolean).join(' ')
}

const isConflict = (error: Error): boolean => error instanceof ApiProblem && error.code === 'CONFLICT'

const valuesOf = ({ name, description, defaultModelId, defaultModelTagId }: Tab): TabValues => ({
  name,
  description,
  defaultModelId,
  defaultModelTagId,
})
