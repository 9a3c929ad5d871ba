import type { Replay, Tab } from '@polylogue/contract'
import { useState } from 'react'
import { ApiProblem } from '#lib/api.ts'
import { readDraft, writeDraft } from '#lib/drafts.ts'
import { useNotices } from '#lib/notices.ts'
import { useErrorMessage, useStoredErrorMessage } from '#lib/problem.ts'
import { useSeenEnd } from '#lib/seen-end.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { useUserId } from '#features/session/index.ts'
import { useCancelReplay, useReplayState } from './api.ts'
import css from './replay.module.css'

/** Shows the progress of a replay, why it ended before its last prompt, and how many prompts were not sent. */
export function ReplayProgress({ tab }: { tab: Tab }) {
  const { data: replay } = useReplayState(tab)
  // Who may not cancel it has not started it.
  useSeenEnd(useUserId(), 'replayEnded', tab.id, replay?.state === 'running' && replay.can.cancel)
  if (replay?.state === 'running') return <Running tab={tab} replay={replay} />
  if (replay && (replay.state !== 'done' || replay.leftOut > 0)) return <Ended tab={tab} replay={replay} />
  return null
}

function Running({ tab, replay }: { tab: Tab; replay: Replay }) {
  const { t } = useTranslation('replay')
  const errorMessage = useErrorMessage()
  const notices = useNotices()
  const cancel = useCancelReplay(tab.id)
  const onError = (error: Error) =>
    notices.show({ kind: 'failure', title: t('notCancelled'), text: errorMessage(error).sentence })
  const { done, total } = replay
  const said = t('running', { number: Math.min(done + 1, total), total })
  return (
    <div className={css.line}>
      <p role="status" className="num">
        {said}
      </p>
      <ProgressBar label={said} done={done} total={total} />
      {replay.can.cancel && (
        <Button size="small" busy={cancel.isPending} onClick={() => cancel.mutate(undefined, { onError })}>
          {t('cancel')}
        </Button>
      )}
    </div>
  )
}

/** Stays until the user closes it, and does not come back. */
function Ended({ tab, replay }: { tab: Tab; replay: Replay }) {
  const { t } = useTranslation('replay')
  const errorMessage = useStoredErrorMessage()
  const key = `${useUserId()}.replay.${tab.id}`
  const [closed, setClosed] = useState(() => readDraft(key) !== '')
  if (closed) return null
  const { done, total, errorCode, leftOut, state } = replay
  const reason =
    errorCode === null ? '' : errorMessage(new ApiProblem(0, errorCode as ApiProblem['code'], '')).sentence
  const close = () => {
    writeDraft(key, 'closed')
    setClosed(true)
  }
  return (
    <div className={css.line}>
      <Icon name={state === 'failed' ? 'alert-circle' : 'info-circle'} />
      <p className={css.ended}>
        {state !== 'done' && t(state === 'failed' ? 'failed' : 'cancelled', { done, total })} {reason}{' '}
        {leftOut > 0 && t('leftOut', { count: leftOut })}
      </p>
      <IconButton icon="x" label={t('close')} onClick={close} />
    </div>
  )
}
