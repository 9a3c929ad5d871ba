import type { PromptOptionValues, Tab } from '@polylogue/contract'
import { useState } from 'react'
import { issuesOf, useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogBody, DialogFoot, DialogForm } from '#ui/dialog.tsx'
import { Fold } from '#ui/fold.tsx'
import { SkeletonLine, LoadFailed, Loading, Problem } from '#ui/states.tsx'
import { choiceOf, findModel, findTag, useModels, type ModelChoice } from '#features/models/index.ts'
import { useUpdateTab } from '#features/tabs/index.ts'
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

/** Edits the options sent with every prompt of a tab. */
export function PromptOptionsDialog({ tab, opened, onClose }: PromptOptionsDialogProps) {
  const { t } = useTranslation('prompt-options')
  const update = useUpdateTab(tab.projectId)
  return (
    <ChoiceOptionsDialog
      opened={opened}
      lead={t('lead', { tab: tab.name })}
      stored={tab.options}
      choice={choiceOf(tab)}
      saving={{
        busy: update.isPending,
        error: update.error,
        forget: update.reset,
        save: (options, onSaved) => update.mutate({ tab, values: { options } }, { onSuccess: onSaved }),
      }}
      onClose={onClose}
    />
  )
}

/** Edits options for one model, and names those that it does not support. */
export function ChoiceOptionsDialog({
  choice,
  ...dialog
}: Omit<OptionsDialogProps, 'obeyed' | 'notObeyed'> & { choice: ModelChoice }) {
  const { t } = useTranslation('prompt-options')
  const { data: models } = useModels()
  const tag = findTag(models, choice)
  const model = [findModel(models, choice.modelId)?.name, tag?.name].filter(Boolean).join(' ')
  return (
    <OptionsDialog
      {...dialog}
      obeyed={tag?.supportedOptions}
      notObeyed={(count) => t('notObeyed', { model, count })}
    />
  )
}

interface OptionsDialogProps {
  opened: boolean
  lead: string
  stored: Readonly<Record<string, unknown>>
  /** Names of the supported options; undefined until known. */
  obeyed: readonly string[] | undefined
  /** Explains why options are not supported. */
  notObeyed: (count: number) => string
  saving: Saving
  onClose: () => void
}

/** Where changed options are stored. */
interface Saving {
  busy: boolean
  error: Error | null
  forget: () => void
  save: (options: PromptOptionValues, onSaved: () => void) => void
}

/** Edits options. Keeps the input when saving fails. */
export function OptionsDialog({ opened, lead, stored, saving, onClose, ...about }: OptionsDialogProps) {
  const { t } = useTranslation(['prompt-options', 'ui'])
  const errorMessage = useErrorMessage()
  const kinds = useOptionKinds(opened)
  const form = useOptionsForm(stored, saving, kinds.data ?? NO_KINDS, onClose)
  const { changed } = form
  const { error } = saving
  return (
    <Dialog opened={opened} title={t('title')} lead={lead} dirty={form.dirty} onClose={form.close}>
      <DialogForm onSubmit={form.save}>
        <DialogBody>
          {kinds.isPending && <Skeleton />}
          {kinds.isError && (
            <LoadFailed
              title={t('loadFailed')}
              {...errorMessage(kinds.error)}
              onRetry={() => void kinds.refetch()}
            />
          )}
          {kinds.data && <Rows kinds={kinds.data} form={form} issues={issuesOf(error)} {...about} />}
          {error && <Problem>{errorMessage(error).sentence}</Problem>}
        </DialogBody>
        <DialogFoot hint={changed === 0 ? t('noneChanged') : t('changed', { count: changed })}>
          <Button size="large" disabled={changed === 0} onClick={form.resetAll}>
            {t('resetAll')}
          </Button>
          <Button size="large" onClick={form.close}>
            {t('ui:cancel')}
          </Button>
          <Button size="large" kind="fill" type="submit" busy={saving.busy}>
            {t('save')}
          </Button>
        </DialogFoot>
      </DialogForm>
    </Dialog>
  )
}

const NO_KINDS: readonly OptionKind[] = []

/** State of the form: field texts, validation and saving. */
function useOptionsForm(
  options: Readonly<Record<string, unknown>>,
  saving: Saving,
  kinds: readonly OptionKind[],
  onClose: () => void,
) {
  const [typed, setTyped] = useState<Typed>({})
  const stored = typedOf(kinds, options)
  const all: Typed = { ...stored, ...typed }
  const textOf = ({ name }: OptionKind) => all[name] ?? ''
  const close = () => {
    setTyped({})
    saving.forget()
    onClose()
  }
  return {
    textOf,
    changed: kinds.filter((kind) => isChanged(kind, textOf(kind))).length,
    dirty: kinds.some((kind) => textOf(kind) !== stored[kind.name]),
    type: (kind: OptionKind, text: string) => setTyped({ ...typed, [kind.name]: text }),
    resetAll: () => setTyped(Object.fromEntries(kinds.map((kind) => [kind.name, standardOf(kind)]))),
    close,
    save() {
      const wrong = kinds.some((kind) => wrongWith(kind, textOf(kind)) !== undefined)
      if (wrong || saving.busy || kinds.length === 0) return
      saving.save(valuesOf(kinds, all), close)
    },
  }
}

interface RowsProps extends Pick<OptionsDialogProps, 'obeyed' | 'notObeyed'> {
  kinds: readonly OptionKind[]
  form: ReturnType<typeof useOptionsForm>
  issues: ReturnType<typeof issuesOf>
}

/** Shows the supported options, then the others with the reason, collapsed unless one of them is set. */
function Rows({ kinds, form, issues, obeyed, notObeyed }: RowsProps) {
  const obeys = ({ name }: OptionKind) => obeyed?.includes(name) ?? true
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
  const [unfolded] = useState(others.some((kind) => isChanged(kind, form.textOf(kind))))
  return (
    <div className={css.options}>
      {kinds.filter(obeys).map(row)}
      {others.length > 0 && (
        <Fold
          label={<span id={NOT_OBEYED}>{notObeyed(others.length)}</span>}
          unfolded={unfolded}
          className={css.others}
        >
          {others.map(row)}
        </Fold>
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
            <SkeletonLine width={32} />
            <SkeletonLine width={70} />
          </div>
        ))}
      </div>
    </Loading>
  )
}
