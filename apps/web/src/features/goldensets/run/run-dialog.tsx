import type { GoldenSetEntry } from '@polylogue/contract'
import { GOLDEN_LIMITS } from '@polylogue/contract/browser'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Dialog, DialogBody, DialogForm, FormFoot } from '#ui/dialog.tsx'
import { SkeletonLine, LoadFailed, Loading, Problem } from '#ui/states.tsx'
import { TickList } from '#ui/tick-list.tsx'
import { deployedTags, useModels } from '#features/models/index.ts'
import { useBeginRun, useRuns } from '../runs-api.ts'
import css from './run.module.css'

interface RunDialogProps {
  set: GoldenSetEntry
  opened: boolean
  onClose: () => void
}

/** Chooses the models that are asked the prompts of a set, and starts the run. */
export function RunDialog({ set, opened, onClose }: RunDialogProps) {
  const { t } = useTranslation('goldensets')
  return (
    <Dialog
      opened={opened}
      title={t('runs.begin', { name: set.name })}
      lead={t('runs.beginLead')}
      onClose={onClose}
    >
      {opened && <RunForm set={set} onClose={onClose} />}
    </Dialog>
  )
}

function RunForm({ set, onClose }: Omit<RunDialogProps, 'opened'>) {
  const { t } = useTranslation('goldensets')
  const errorMessage = useErrorMessage()
  const navigate = useNavigate()
  const begin = useBeginRun()
  const models = useModels()
  const tags = deployedTags(models.data ?? [])
  const [ticked, toggle] = useTicked(
    set.id,
    tags.map(({ tag }) => tag.id),
  )
  const isFull = ticked.length >= GOLDEN_LIMITS.tags
  const submit = () => {
    if (ticked.length === 0 || begin.isPending) return
    begin.mutate(
      { id: set.id, modelTagIds: [...ticked] },
      { onSuccess: (run) => void navigate(`/goldensets/${set.id}/runs/${run.id}`) },
    )
  }
  return (
    <DialogForm onSubmit={submit}>
      <DialogBody>
        <ModelsState models={models} />
        {tags.length > 0 && (
          <TickList
            legend={t('runs.models')}
            rows={tags.map(({ model, tag }) => ({
              id: tag.id,
              text: `${model.name} ${tag.name}`,
              note: model.isLocal ? undefined : t('runs.external', { provider: model.provider }),
              disabled: isFull && !ticked.includes(tag.id),
            }))}
            ticked={new Set(ticked)}
            onToggle={toggle}
          />
        )}
        <p className={css.note} role="status">
          {ticked.length === 0
            ? t('runs.chooseOne', { max: GOLDEN_LIMITS.tags })
            : t('runs.questions', { count: ticked.length * set.promptCount })}
        </p>
        {begin.error && (
          <Problem>{t('runs.notBegun', { sentence: errorMessage(begin.error).sentence })}</Problem>
        )}
      </DialogBody>
      <FormFoot
        verb={t('runs.start')}
        icon="player-play"
        busy={begin.isPending}
        disabled={ticked.length === 0}
        onCancel={onClose}
      />
    </DialogForm>
  )
}

function ModelsState({ models }: { models: ReturnType<typeof useModels> }) {
  const { t } = useTranslation('goldensets')
  const errorMessage = useErrorMessage()
  if (models.isPending)
    return (
      <Loading>
        <SkeletonLine width={60} />
      </Loading>
    )
  if (models.data) return null
  return (
    <LoadFailed
      title={t('runs.modelsFailed')}
      {...errorMessage(models.error)}
      onRetry={() => void models.refetch()}
    />
  )
}

/** Begins with the models of the newest run that can still be asked. */
function useTicked(id: number, offered: readonly number[]) {
  const { data } = useRuns(id)
  const [chosen, setChosen] = useState<readonly number[]>()
  const before = (data?.runs[0]?.scorecards ?? []).map(({ modelTagId }) => modelTagId)
  const ticked = chosen ?? before.filter((tag) => offered.includes(tag))
  const toggle = (tag: number, wanted: boolean) =>
    setChosen(wanted ? [...ticked, tag] : ticked.filter((one) => one !== tag))
  return [ticked, toggle] as const
}
