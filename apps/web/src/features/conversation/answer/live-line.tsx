import type { ReactNode } from 'react'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import css from '../conversation.module.css'
import { useGrownEvery } from './growing.tsx'
import type { Run } from '#features/runs/index.ts'
import { useRunStore } from '../messages/index.ts'
import type { TurnPlace } from '../versions/turns.ts'
import { speedOf } from './waiting.ts'

interface LiveLineProps {
  run: Run
  place: TurnPlace
  flip: ReactNode
}

/** Shows the speed of a running answer, in a line as high as the actions that replace it. */
export function LiveLine({ run, place, flip }: LiveLineProps) {
  const { t } = useTranslation('conversation')
  const store = useRunStore()
  const { queryId } = run
  if (run.lost !== undefined && queryId !== undefined)
    return (
      <div className={css.live}>
        {t('lost')}
        <Button
          size="small"
          onClick={() => store.follow({ projectId: place.project.id, tabId: place.tab.id }, queryId)}
        >
          {t('followAgain')}
        </Button>
      </div>
    )
  return (
    <div className={css.live}>
      {run.stopping ? t('stopping') : run.answer.text !== '' && <Speed run={run} />}
      {flip}
    </div>
  )
}

const FIGURES_MS = 250

function Speed({ run }: { run: Run }) {
  const { t } = useTranslation('conversation')
  const format = useFormat()
  const { tokens, perSecond } = speedOf(useGrownEvery(run, FIGURES_MS))
  const count = t('tokens', { count: tokens, tokens: format.number(tokens) })
  const speed = perSecond === undefined ? undefined : t('speed', { speed: format.number(perSecond, 1) })
  return (
    <>
      {t('writing')}
      <span className={css.soFar}>{speed === undefined ? count : `${count} · ${speed}`}</span>
    </>
  )
}
