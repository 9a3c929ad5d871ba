import type { Project, Tab } from '@polylogue/contract'
import { useState } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/dialog.tsx'
import { EmptyState } from '#ui/states.tsx'
import { useShares } from '../api.ts'
import { useCanShareLink } from '../share-link-button.tsx'
import { ShareList } from './share-list.tsx'
import { ShareStep, type Step } from './share-step.tsx'
import { useShareActs } from './use-share-acts.ts'

interface ShareLinkDialogProps {
  opened: boolean
  project: Project
  tabs: readonly Tab[]
  /** The tab in view. */
  tab: Tab
  onClose: () => void
}

/** The share links of a chat or project: begins with the form while there are none. */
export function ShareLinkDialog({ opened, project, tabs, tab, onClose }: ShareLinkDialogProps) {
  const { t } = useTranslation(['shares', 'ui'])
  const shares = useShares({ project: project.id })
  const [chosen, setChosen] = useState<Step | 'list' | undefined>(undefined)
  const [dirty, setDirty] = useState(false)
  const canShare = useCanShareLink(project) === 'yes'
  const isEmpty = shares.data?.length === 0
  const step = chosen ?? (isEmpty ? NEW : 'list')
  const close = () => {
    setChosen(undefined)
    setDirty(false)
    onClose()
  }
  const back = () => {
    setDirty(false)
    // Without links there is no list to return to.
    if (isEmpty) close()
    else setChosen('list')
  }
  const { name } = project
  return (
    <Dialog
      opened={opened && canShare}
      title={step === 'list' || step.is === 'new' ? t('title', { name }) : t(`titles.${step.is}`)}
      lead={step === 'list' || step.is === 'new' ? t('lead') : undefined}
      width={step === 'list' || step.is === 'new' || step.is === 'edit' ? 640 : 520}
      dirty={dirty}
      onClose={close}
    >
      {step === 'list' ? (
        <List shares={shares} onStep={setChosen} />
      ) : (
        <ShareStep
          step={step}
          place={{ project, tabs, tab }}
          onDirty={setDirty}
          onStep={setChosen}
          onDone={back}
        />
      )}
    </Dialog>
  )
}

const NEW: Step = { is: 'new' }

interface ListProps {
  shares: ReturnType<typeof useShares>
  onStep: (step: Step) => void
}

function List({ shares, onStep }: ListProps) {
  const { t } = useTranslation('shares')
  const act = useShareActs(onStep)
  return (
    <>
      <DialogBody label={t('links')}>
        <ShareList
          isNamed={false}
          list={shares}
          empty={<EmptyState title={t('empty')} wayOn="beside" />}
          onAct={act}
        />
      </DialogBody>
      <DialogFoot>
        {shares.data && shares.data.length > 0 && (
          <Button size="large" onClick={() => onStep({ is: 'endAll' })}>
            {t('verbs.endAll')}
          </Button>
        )}
        <Button size="large" kind="fill" icon="plus" onClick={() => onStep(NEW)}>
          {t('new')}
        </Button>
      </DialogFoot>
    </>
  )
}
