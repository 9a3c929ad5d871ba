import type { Tab } from '@polylogue/contract'
import { useState } from 'react'
import { issuesOf, useTell } from '../../lib/problem.ts'
import { useTranslation } from '../../lib/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogBody, DialogFoot, DialogForm } from '../../ui/dialog.tsx'
import { Bone, LoadFailed, Loading, Problem } from '../../ui/states.tsx'
import { choiceOf, findModel, findTag, useModels } from '../models/index.ts'
import { useUpdateTab } from '../tabs/index.ts'
import { useOptionKinds } from './api.ts'
import { NOT_OBEYED, OptionRow } from './option-row.tsx'
import {
  isChanged,
  standardOf,
  typedOf,
  valuesOf,
  wrongWith,
  type OptionKind,
  type Typed,
} from './options.ts'
import css from './prompt-options.module.css'

interface PromptOptionsDialogProps {
  tab: Tab
  opened: boolean
  onClose: () => void
}

/** The options that go with every prompt of a tab. What was typed stays when saving fails. */
export function PromptOptionsDialog({ tab, opened, onClose }: PromptOptionsDialogProps) {
  const { t } = useTranslation(['prompt-options', 'ui'])
  const tell = useTell()
  const kinds = useOptionKinds(opened)
  const form = useOptionsForm(tab, kinds.data ?? NO_KINDS, onClose)
  const { changed, error } = form
  return (
    <Dialog
      opened={opened}
      title={t('title')}
      lead={t('lead', { tab: tab.name })}
      dirty={form.dirty}
      onClose={form.close}
    >
      <DialogForm onSubmit={form.save}>
        <DialogBody>
          {kinds.isPending && <Skeleton />}
          {kinds.isError && (
            <LoadFailed title={t('loadFailed')} {...tell(kinds.error)} onRetry={() => void kinds.refetch()} />
          )}
          {kinds.data && <Rows tab={tab} kinds={kinds.data} form={form} />}
          {error && <Problem>{tell(error).sentence}</Problem>}
        </DialogBody>
        <DialogFoot hint={changed === 0 ? t('noneChanged') : t('changed', { count: changed })}>
          <Button size="large" disabled={changed === 0} onClick={form.resetAll}>
            {t('resetAll')}
          </Button>
          <Button size="large" onClick={form.close}>
            {t('ui:cancel')}
          </Button>
          <Button size="large" kind="fill" type="submit" busy={form.busy}>
            {t('save')}
          </Button>
        </DialogFoot>
      </DialogForm>
    </Dialog>
  )
}

const NO_KINDS: readonly OptionKind[] = []

/** What stands in the fields, and what becomes of it. */
function useOptionsForm(tab: Tab, kinds: readonly OptionKind[], onClose: () => void) {
  const [typed, setTyped] = useState<Typed>({})
  const update = useUpdateTab(tab.projectId)
  const stored = typedOf(kinds, tab.options)
  const all: Typed = { ...stored, ...typed }
  const textOf = ({ name }: OptionKind) => all[name] ?? ''
  const close = () => {
    setTyped({})
    update.reset()
    onClose()
  }
  return {
    textOf,
    changed: kinds.filter((kind) => isChanged(kind, textOf(kind))).length,
    dirty: kinds.some((kind) => textOf(kind) !== stored[kind.name]),
    busy: update.isPending,
    error: update.error,
    type: (kind: OptionKind, text: string) => setTyped({ ...typed, [kind.name]: text }),
    resetAll: () => setTyped(Object.fromEntries(kinds.map((kind) => [kind.name, standardOf(kind)]))),
    close,
    save() {
      const wrong = kinds.some((kind) => wrongWith(kind, textOf(kind)) !== undefined)
      if (wrong || update.isPending || kinds.length === 0) return
      update.mutate({ tab, values: { options: valuesOf(kinds, all) } }, { onSuccess: close })
    },
  }
}

interface RowsProps {
  tab: Tab
  kinds: readonly OptionKind[]
  form: ReturnType<typeof useOptionsForm>
}

/** Those that the tab's model obeys; then the others, greyed out, with the reason. */
function Rows({ tab, kinds, form }: RowsProps) {
  const { t } = useTranslation('prompt-options')
  const { data: models } = useModels()
  const choice = choiceOf(tab)
  const tag = findTag(models, choice)
  const model = [findModel(models, choice.modelId)?.name, tag?.name].filter(Boolean).join(' ')
  const issues = issuesOf(form.error)
  const obeys = ({ name }: OptionKind) => tag?.supportedOptions.includes(name) ?? true
  const row = (kind: OptionKind) => (
    <OptionRow
      key={kind.name}
      kind={kind}
      text={form.textOf(kind)}
      obeyed={obeys(kind)}
      issue={issues[`options.${kind.name}`]}
      onType={(text) => form.type(kind, text)}
    />
  )
  const others = kinds.filter((kind) => !obeys(kind))
  return (
    <div className={css.options}>
      {kinds.filter(obeys).map(row)}
      {others.length > 0 && (
        <>
          <p id={NOT_OBEYED} className={css.reason}>
            {t('notObeyed', { model, count: others.length })}
          </p>
          {others.map(row)}
        </>
      )}
    </div>
  )
}

function Skeleton() {
  return (
    <Loading>
      <div className={css.options}>
        {[1, 2, 3, 4, 5].map((row) => (
          <div key={row} className={css.bones}>
            <Bone width={32} />
            <Bone width={70} />
          </div>
        ))}
      </div>
    </Loading>
  )
}
