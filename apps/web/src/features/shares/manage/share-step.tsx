// The steps of managing links that need a form or a question; each is the content of a dialog.
import type { Share, Tab } from '@polylogue/contract'
import { useState } from 'react'
import { useNotices } from '#lib/notices.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { DialogBody, DialogFoot } from '#ui/dialog.tsx'
import { Problem } from '#ui/states.tsx'
import { useTabs } from '#features/tabs/index.ts'
import { useCreateShare, useEndShare, useEndShares, useUpdateShare } from '../api.ts'
import { addressOf, chosenOf, USUAL, valuesOf, type Chosen } from './chosen.ts'
import { MadeLink } from './made-link.tsx'
import { ShareForm } from './share-form.tsx'

export type Step =
  | { readonly is: 'new' | 'endAll' }
  | { readonly is: 'edit' | 'newKey' | 'end'; readonly share: Share }
  | { readonly is: 'made'; readonly address: string }

/** Where a new link can be made. */
export interface Place {
  readonly project: { readonly id: number; readonly type: number }
  readonly tabs: readonly Tab[]
  readonly tab: Tab
}

interface StepProps {
  step: Step
  /** Undefined on the page of all links. */
  place: Place | undefined
  onDirty: (dirty: boolean) => void
  onStep: (step: Step) => void
  /** Back to the list. */
  onDone: () => void
}

export function ShareStep({ step, place, onDirty, onStep, onDone }: StepProps) {
  const handlers = { onDirty, onStep, onDone }
  switch (step.is) {
    case 'new':
      return place ? <NewLink place={place} {...handlers} /> : null
    case 'edit':
      return <EditLink share={step.share} {...handlers} />
    case 'made':
      return <MadeLink address={step.address} onDone={onDone} />
    case 'endAll':
    case 'newKey':
    case 'end':
      return <Question step={step} projectId={place?.project.id} {...handlers} />
  }
}

type StepHandlers = Pick<StepProps, 'onDirty' | 'onStep' | 'onDone'>

/** Returns the choices, and tells whether they would be lost. */
function useChosen(first: Chosen, onDirty: (dirty: boolean) => void) {
  const [chosen, setChosen] = useState(first)
  const change = (some: Partial<Chosen>) => {
    const next = { ...chosen, ...some }
    setChosen(next)
    onDirty(JSON.stringify(next) !== JSON.stringify(first))
  }
  return [chosen, change] as const
}

function NewLink({ place, onDirty, onStep, onDone }: StepHandlers & { place: Place }) {
  const { t } = useTranslation('shares')
  const create = useCreateShare()
  const [chosen, change] = useChosen(USUAL, onDirty)
  const { project, tab, tabs } = place
  const submit = () => {
    const of = chosen.what === 'project' ? { project: project.id } : { tabId: tab.id }
    create.mutate(
      { ...of, ...valuesOf(chosen, new Date()) },
      {
        onSuccess: (share) => {
          onDirty(false)
          onStep({ is: 'made', address: addressOf(share) ?? '' })
        },
      },
    )
  }
  return (
    <ShareForm
      tabs={tabs}
      tab={tab}
      offersProject={project.type !== 0 && tabs.length > 1}
      chosen={chosen}
      onChange={change}
      isExisting={false}
      verb={t('create')}
      change={create}
      onSubmit={submit}
      onCancel={onDone}
    />
  )
}

function EditLink({ share, onDirty, onDone }: StepHandlers & { share: Share }) {
  const { t } = useTranslation('shares')
  const notices = useNotices()
  const update = useUpdateShare()
  const [chosen, change] = useChosen(chosenOf(share), onDirty)
  const { data: tabs = [] } = useTabs(share.projectId)
  const submit = () =>
    update.mutate(
      { id: share.id, ...valuesOf(chosen, new Date()) },
      {
        onSuccess: () => {
          onDirty(false)
          notices.show({ kind: 'done', title: t('saved') })
          onDone()
        },
      },
    )
  return (
    <ShareForm
      tabs={tabs}
      tab={share.tabId === null ? undefined : { id: share.tabId, name: share.name }}
      offersProject={false}
      chosen={chosen}
      onChange={change}
      isExisting
      verb={t('save')}
      change={update}
      onSubmit={submit}
      onCancel={onDone}
    />
  )
}

interface QuestionProps extends Pick<StepHandlers, 'onStep' | 'onDone'> {
  step: Extract<Step, { is: 'endAll' | 'newKey' | 'end' | 'new' | 'edit' }>
  /** The project whose links all end; undefined for all of one's own. */
  projectId: number | undefined
}

/** Asks before a link stops working. */
function Question({ step, projectId, onStep, onDone }: QuestionProps) {
  const { t } = useTranslation(['shares', 'ui'])
  const errorMessage = useErrorMessage()
  const [update, end, endAll] = [useUpdateShare(), useEndShare(), useEndShares()]
  const asked = step.is === 'newKey' ? update : step.is === 'end' ? end : endAll
  const kind = step.is === 'newKey' || step.is === 'end' ? step.is : 'endAll'
  const confirm = () => {
    if (step.is === 'newKey')
      update.mutate(
        { id: step.share.id, newKey: true },
        { onSuccess: (share) => onStep({ is: 'made', address: addressOf(share) ?? '' }) },
      )
    else if (step.is === 'end') end.mutate(step.share.id, { onSuccess: onDone })
    else endAll.mutate(projectId, { onSuccess: onDone })
  }
  return (
    <>
      <DialogBody>
        <p>{t(`questions.${kind}`)}</p>
        {asked.error && <Problem>{errorMessage(asked.error).sentence}</Problem>}
      </DialogBody>
      <DialogFoot>
        <Button size="large" onClick={onDone} autoFocus>
          {t('ui:cancel')}
        </Button>
        <Button size="large" kind="bad" busy={asked.isPending} onClick={confirm}>
          {t(`verbs.${kind}`)}
        </Button>
      </DialogFoot>
    </>
  )
}
