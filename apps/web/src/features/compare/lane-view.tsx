import type { Message, Project, Tab } from '@polylogue/contract'
import type { RefCallback } from 'react'
import { useNavigate } from 'react-router'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { useSeen } from '#features/runs/index.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { scrollBox } from '#ui/scroll-box.ts'
import { Problem } from '#ui/states.tsx'
import { LaneFoot, LaneText, useLane, type LaneAnswer } from '#features/conversation/index.ts'
import { findModel, useModels } from '#features/models/index.ts'
import { LaneHead, type Shown } from './lane-head.tsx'
import css from './lanes.module.css'
import type { CompareQueue, QuestionState } from './compare-queue.ts'

interface LaneViewProps {
  /** `hidden`: another lane is shown on a screen with room for one. */
  frame: { id: string; hidden: boolean }
  place: { project: Project; tab: Tab; canWrite: boolean }
  messages: readonly Message[]
  /** Queue state of its question; undefined if it was asked on another page or before a reload. */
  standing: QuestionState | undefined
  tools: { queue: CompareQueue; whole: boolean }
  scroll: RefCallback<HTMLElement>
}

/** Shows the answer of a tab: name, model and state on top, actions and figures at the foot, so that lanes align. */
export function LaneView({ frame, place, messages, standing, tools, scroll }: LaneViewProps) {
  useSeen(place.tab)
  const answer = useLane(place, messages, standing?.queryId)
  const { data: models } = useModels()
  const { version } = answer
  const known = version.message ?? messages.at(-1)
  const model = findModel(models, known?.modelId ?? standing?.lane.modelId ?? 0)
  const modelName = known?.modelName ?? standing?.lane.modelName ?? model?.name ?? ''
  const tagName = known?.modelTagName ?? standing?.lane.modelTagName ?? ''
  const waits = standing !== undefined && standing.state !== 'asked'
  const state: Shown =
    standing?.state === 'inLine' || standing?.state === 'refused' ? standing.state : answer.state
  const whole = tools.whole || model?.streams === false
  return (
    <section
      id={frame.id}
      aria-label={place.tab.name}
      className={css.lane}
      data-hidden={frame.hidden || undefined}
    >
      <LaneHead
        name={place.tab.name}
        model={modelName}
        tag={tagName}
        state={state}
        external={model?.isLocal === false}
      />
      <div ref={scroll} className={css.body} {...scrollBox(place.tab.name)}>
        {model && !model.isLocal && <External provider={model.provider} />}
        {waits ? (
          <Waits standing={standing} queue={tools.queue} />
        ) : (
          <LaneText answer={answer} place={place} whole={whole} />
        )}
      </div>
      <Foot answer={answer} place={place} standing={standing} queue={tools.queue} />
    </section>
  )
}

function External({ provider }: { provider: string }) {
  const { t } = useTranslation('models')
  return (
    <p className={css.external}>
      <Icon name="alert-triangle" />
      <span>{t('externalNote', { provider })}</span>
    </p>
  )
}

function Waits({ standing, queue }: { standing: QuestionState; queue: CompareQueue }) {
  const { t } = useTranslation('compare')
  const errorMessage = useErrorMessage()
  if (standing.state === 'refused')
    return (
      <Problem
        action={
          <Button size="small" onClick={() => queue.again(standing.lane)}>
            {t('sendAgain')}
          </Button>
        }
      >
        {t('refused', { reason: errorMessage(standing.error).sentence })}
      </Problem>
    )
  return (
    <div className={css.waits}>
      <p>
        <Icon name="clock" />
        {t('inLineTitle')}
      </p>
      <p className={css.hint}>{t('inLineText')}</p>
    </div>
  )
}

interface FootProps {
  answer: LaneAnswer
  place: LaneViewProps['place']
  standing: QuestionState | undefined
  queue: CompareQueue
}

function Foot({ answer, place, standing, queue }: FootProps) {
  const { t } = useTranslation('compare')
  const navigate = useNavigate()
  const { project, tab } = place
  if (standing?.state === 'inLine')
    return (
      <footer className={css.foot} data-end>
        <Button size="small" onClick={() => queue.cancel(standing.lane)}>
          {t('cancel')}
        </Button>
      </footer>
    )
  return (
    <footer className={css.foot}>
      <LaneFoot answer={answer} place={place}>
        <IconButton
          icon="arrow-right"
          label={t('openTab', { name: tab.name })}
          onClick={() => void navigate(`/projects/${project.id}?tab=${tab.id}`)}
        />
      </LaneFoot>
    </footer>
  )
}
