import type { Message, Model, Tab } from '@polylogue/contract'
import { cutText } from '@polylogue/contract/browser'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useNotices } from '../../lib/notices.ts'
import { useErrorMessage } from '../../lib/problem.ts'
import { useTranslation } from '../../lib/texts.ts'
import { Dialog, DialogBody, DialogForm, FormFoot } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Bone, LoadFailed, Loading, Problem } from '../../ui/states.tsx'
import { families, findModel, ModelFields, tagOf, useModels } from '../models/index.ts'
import { useAppendTab } from '../tabs/index.ts'
import { usePrompts, useReplay } from './api.ts'
import { missingOf, otherThan, type ReplayChoice } from './choice.ts'
import css from './replay.module.css'
import { Ticks } from './ticks.tsx'

/** Asks earlier prompts of a tab again in a new tab with another model (chat specification, sections 2 and 5). */
export function ReplayDialog({ tab, opened, onClose }: { tab: Tab; opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('replay')
  const errorMessage = useErrorMessage()
  const prompts = usePrompts(tab.id, opened)
  return (
    <Dialog
      opened={opened}
      title={t('title')}
      lead={t('lead', { name: tab.name })}
      width={640}
      onClose={onClose}
    >
      {prompts.data && prompts.data.length > 0 ? (
        <Form tab={tab} prompts={prompts.data} onClose={onClose} />
      ) : (
        <DialogBody>
          {prompts.isPending && <Skeleton />}
          {prompts.data && (
            <p className={css.nothing} role="note">
              <Icon name="info-circle" />
              {t('nothing')}
            </p>
          )}
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

function Form({ tab, prompts, onClose }: { tab: Tab; prompts: readonly Message[]; onClose: () => void }) {
  const { t } = useTranslation(['replay', 'ui'])
  const errorMessage = useErrorMessage()
  const { data: models = [] } = useModels()
  const [choice, choose] = useChoice(tab, models, prompts)
  const { replay, begin } = useBegin(tab, prompts)
  const missing = missingOf(choice)
  return (
    <DialogForm onSubmit={() => missing === undefined && !replay.isPending && begin(choice)}>
      <DialogBody>
        <ModelFields models={families(models)} choice={choice} tagOf={tagOf} onChange={choose} />
        <TextField
          label={t('tabName')}
          hint={t('ui:required', { max: 200 })}
          maxLength={200}
          // The prompts load after the dialog has placed its focus.
          autoFocus
          value={choice.tabName}
          onChange={(event) => choose({ tabName: event.target.value })}
        />
        <Ticks prompts={prompts} ticked={choice.promptIds} onChange={(promptIds) => choose({ promptIds })} />
        {replay.error && <Problem>{errorMessage(replay.error).sentence}</Problem>}
      </DialogBody>
      <FormFoot
        verb={t('begin', { count: choice.promptIds.size })}
        disabled={missing !== undefined}
        busy={replay.isPending}
        hint={missing && t(`missing.${missing}`)}
        onCancel={onClose}
      />
    </DialogForm>
  )
}

/** Preselects another model and all prompts; the name follows the model until the user edits it. */
function useChoice(tab: Tab, models: readonly Model[], prompts: readonly Message[]) {
  const { t } = useTranslation('replay')
  const other = otherThan(tab.defaultModelId, families(models))
  const [typed, setTyped] = useState<Partial<ReplayChoice>>({})
  const modelId = typed.modelId ?? other?.id ?? 0
  const model = findModel(models, modelId)
  const choice: ReplayChoice = {
    modelId,
    modelTagId: typed.modelTagId ?? tagOf(model),
    tabName: typed.tabName ?? (model ? cutText(t('name', { name: tab.name, model: model.name }), 200) : ''),
    promptIds: typed.promptIds ?? new Set(prompts.map(({ id }) => id)),
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
  const begin = ({ modelTagId, tabName, promptIds }: ReplayChoice) => {
    const wanted = prompts.map(({ id }) => id).filter((id) => promptIds.has(id))
    replay.mutate(
      { tabId: tab.id, modelTagId, tabName: tabName.trim(), promptIds: wanted },
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
        <Bone width={40} />
        <Bone width={90} />
        <Bone width={72} />
        <Bone width={84} />
      </div>
    </Loading>
  )
}
