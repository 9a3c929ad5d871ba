import type { Message, Model, Tab } from '@polylogue/contract'
import { cutText } from '@polylogue/contract/browser'
import { Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useNotices } from '#lib/notices.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Dialog, DialogBody, DialogForm, FormFoot } from '#ui/dialog.tsx'
import { TextField } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { Segments } from '#ui/segments.tsx'
import { SkeletonLine, LoadFailed, Loading, Problem } from '#ui/states.tsx'
import { families, findModel, ModelFields, tagOf, useModels } from '#features/models/index.ts'
import { useInstalled } from '#features/plugins/index.ts'
import { SavedTicks } from '#features/prompts/index.ts'
import { useAppendTab } from '#features/tabs/index.ts'
import { usePermission } from '#features/session/index.ts'
import { usePrompts, useReplay } from './api.ts'
import { countOf, missingOf, otherThan, withheldOf, type ReplayChoice } from './choice.ts'
import css from './replay.module.css'
import { Ticks } from './ticks.tsx'

/** Whether the saved prompts are offered, too. */
function useCanUseSaved(): boolean {
  const installed = useInstalled('prompt-repository')
  return usePermission('can_use_prompts') === true && installed
}

/** Asks earlier prompts of a tab, and saved prompts, in a new tab with another model (REPLAY-1). */
export function ReplayDialog({ tab, opened, onClose }: { tab: Tab; opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('replay')
  const errorMessage = useErrorMessage()
  const prompts = usePrompts(tab.id, opened)
  const canUseSaved = useCanUseSaved()
  const hasAny = prompts.data && (prompts.data.length > 0 || canUseSaved)
  return (
    <Dialog
      opened={opened}
      title={t('title')}
      lead={t('lead', { name: tab.name })}
      width={640}
      onClose={onClose}
    >
      {hasAny ? (
        <Form tab={tab} prompts={prompts.data} onClose={onClose} />
      ) : (
        <DialogBody>
          {prompts.isPending && <Skeleton />}
          {prompts.data && <Nothing />}
          {prompts.isError && (
            <LoadFailed
              title={t('loadFailed')}
              {...errorMessage(prompts.error)}
              onRetry={() => void prompts.refetch()}
            />
          )}
        </DialogBody>
      )}
    </Dialog>
  )
}

function Nothing() {
  const { t } = useTranslation('replay')
  return (
    <p className={css.nothing} role="note">
      <Icon name="info-circle" />
      {t('nothing')}
    </p>
  )
}

function Form({ tab, prompts, onClose }: { tab: Tab; prompts: readonly Message[]; onClose: () => void }) {
  const { t } = useTranslation('replay')
  const errorMessage = useErrorMessage()
  const { data: models = [] } = useModels()
  const [choice, choose] = useChoice(tab, models, prompts)
  const { replay, begin } = useBegin(tab, prompts)
  const missing = missingOf(choice)
  const withheld = withheldOf(prompts, findModel(models, choice.modelId))
  return (
    <DialogForm onSubmit={() => missing === undefined && !replay.isPending && begin(choice)}>
      <DialogBody>
        <ModelFields models={families(models)} choice={choice} tagOf={tagOf} onChange={choose} />
        <TextField
          label={t('tabName')}
          needed
          maxLength={200}
          // The prompts load after the dialog has placed its focus.
          autoFocus
          value={choice.tabName}
          onChange={(event) => choose({ tabName: event.target.value })}
        />
        <Prompts prompts={prompts} choice={choice} withheld={withheld} onChange={choose} />
        <Withheld count={withheld.size} provider={findModel(models, choice.modelId)?.provider ?? ''} />
        {replay.error && <Problem>{errorMessage(replay.error).sentence}</Problem>}
      </DialogBody>
      <FormFoot
        verb={t('begin', { count: countOf(choice) })}
        disabled={missing !== undefined}
        busy={replay.isPending}
        hint={missing && t(`missing.${missing}`)}
        onCancel={onClose}
      />
    </DialogForm>
  )
}

interface PromptsProps {
  prompts: readonly Message[]
  choice: ReplayChoice
  withheld: ReadonlySet<number>
  onChange: (change: Pick<ReplayChoice, 'promptIds'> | Pick<ReplayChoice, 'savedPrompts'>) => void
}

/** Says how many prompts the model does not get, and why. */
function Withheld({ count, provider }: { count: number; provider: string }) {
  const { t } = useTranslation('replay')
  if (count === 0) return null
  return (
    <p className={css.nothing} role="note">
      <Icon name="alert-triangle" />
      {t('confidential', { count, provider })}
    </p>
  )
}

/** The prompts of the tab and the saved ones, one list at a time. */
function Prompts({ prompts, choice, withheld, onChange }: PromptsProps) {
  const { t } = useTranslation('replay')
  const canUseSaved = useCanUseSaved()
  const [list, show] = useState<'tab' | 'saved'>('tab')
  const { promptIds, savedPrompts } = choice
  const options = [
    { value: 'tab', label: t('ofTab', { count: promptIds.size }) },
    { value: 'saved', label: t('saved', { count: savedPrompts.size }) },
  ] as const
  return (
    <div className={css.prompts}>
      {canUseSaved && <Segments label={t('prompts')} value={list} options={options} onChange={show} />}
      {list === 'saved' && (
        <Suspense fallback={<Skeleton />}>
          <SavedTicks ticked={savedPrompts} onChange={(ticked) => onChange({ savedPrompts: ticked })} />
        </Suspense>
      )}
      {list === 'tab' && prompts.length === 0 && <Nothing />}
      {list === 'tab' && prompts.length > 0 && (
        <Ticks
          prompts={prompts}
          ticked={promptIds}
          withheld={withheld}
          legendHidden={canUseSaved}
          onChange={(ticked) => onChange({ promptIds: ticked })}
        />
      )}
    </div>
  )
}

/** Preselects another model and all prompts of the tab; the name follows the model until the user edits it. */
function useChoice(tab: Tab, models: readonly Model[], prompts: readonly Message[]) {
  const { t } = useTranslation('replay')
  const other = otherThan(tab.defaultModelId, families(models))
  const [typed, setTyped] = useState<Partial<ReplayChoice>>({})
  const modelId = typed.modelId ?? other?.id ?? 0
  const model = findModel(models, modelId)
  const withheld = withheldOf(prompts, model)
  const chosen = [...(typed.promptIds ?? prompts.map(({ id }) => id))]
  const choice: ReplayChoice = {
    modelId,
    modelTagId: typed.modelTagId ?? tagOf(model),
    tabName: typed.tabName ?? (model ? cutText(t('name', { name: tab.name, model: model.name }), 200) : ''),
    promptIds: new Set(chosen.filter((id) => !withheld.has(id))),
    savedPrompts: typed.savedPrompts ?? new Map(),
  }
  const choose = (change: Partial<ReplayChoice>) => setTyped({ ...typed, ...change })
  return [choice, choose] as const
}

/** Starts the replay and opens its tab. */
function useBegin(tab: Tab, prompts: readonly Message[]) {
  const { t } = useTranslation('replay')
  const notices = useNotices()
  const append = useAppendTab()
  const [, setParams] = useSearchParams()
  const replay = useReplay()
  const begin = ({ modelTagId, tabName, promptIds, savedPrompts }: ReplayChoice) => {
    const wanted = prompts.map(({ id }) => id).filter((id) => promptIds.has(id))
    const saved = [...savedPrompts].map(([promptId, fill]) => ({ promptId, prompt: fill() }))
    replay.mutate(
      { tabId: tab.id, modelTagId, tabName: tabName.trim(), promptIds: wanted, savedPrompts: saved },
      {
        onSuccess: ({ projecttab }) => {
          append(projecttab)
          notices.show({ kind: 'done', title: t('preparing') })
          setParams({ tab: String(projecttab.id) })
        },
      },
    )
  }
  return { replay, begin }
}

function Skeleton() {
  return (
    <Loading>
      <div className={css.skeleton}>
        <SkeletonLine width={40} />
        <SkeletonLine width={90} />
        <SkeletonLine width={72} />
        <SkeletonLine width={84} />
      </div>
    </Loading>
  )
}
