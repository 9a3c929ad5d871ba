import { memo, use, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Answer } from '../answer/answer.tsx'
import css from '../conversation.module.css'
import { QuestionView } from './question-view.tsx'
import type { Turn, TurnPlace } from '../versions/turns.ts'
import { useShownVersion } from '../versions/use-shown.ts'
import { type AskAgain, MessageToolsContext } from '../message-actions/index.ts'

interface TurnViewProps {
  turn: Turn
  place: TurnPlace
  /** Whether it is the last turn, which always shows its actions. */
  last: boolean
  /** Provider to name above the first answer of a tab, if it is external. */
  note: string | undefined
  /** A linked message: its version is shown and marked. */
  linked: number | undefined
  onAgain: AskAgain
  /** Renders only this many pixels of the end of the answer; undefined for all. */
  lowest: number | undefined
}

/** Shows a question and its answer in the chosen version, by default the newest. */
export const TurnView = memo(function TurnView(given: TurnViewProps) {
  const { turn, place, last, note, linked, onAgain, lowest } = given
  const count = turn.versions.length
  const linkedAt = turn.versions.findIndex(({ message }) => message !== undefined && message.id === linked)
  const box = useShownWhen(linkedAt >= 0)
  const [index, show] = useLinkedVersion(turn, linkedAt)
  const version = turn.versions[index]
  if (!version) return null
  const flip = count > 1 && <Flip index={index} count={count} onFlip={show} />
  return (
    <section
      ref={box}
      className={css.turn}
      tabIndex={-1}
      data-turn={turn.key}
      data-last={last || undefined}
      data-marked={linkedAt >= 0 || undefined}
    >
      <QuestionView version={version} onAsk={place.canWrite ? onAgain : undefined} last={last} />
      {note !== undefined && <ExternalNote provider={note} />}
      <Answer
        key={version.key}
        version={version}
        place={place}
        flip={flip}
        onAgain={onAgain}
        lowest={lowest}
      />
    </section>
  )
})

/** Returns the shown version and its setter; `linkedAt` is the index of the linked version, or -1. */
function useLinkedVersion(turn: Turn, linkedAt: number): [index: number, show: (index: number) => void] {
  const [index, show] = useShownVersion(turn)
  const showLinked = useEffectEvent(() => show(linkedAt))
  useLayoutEffect(() => {
    if (linkedAt >= 0) showLinked()
  }, [turn, linkedAt])
  return [linkedAt >= 0 ? linkedAt : index, show]
}

/** Shows the element of the ref and focuses it once `wanted` is true. */
function useShownWhen(wanted: boolean) {
  const box = useRef<HTMLElement>(null)
  const tools = use(MessageToolsContext)
  useLayoutEffect(() => {
    if (!wanted) return
    if (!box.current) return
    tools?.onShown(box.current)
    box.current.focus({ preventScroll: true })
  }, [wanted, tools])
  return box
}

function Flip({ index, count, onFlip }: { index: number; count: number; onFlip: (index: number) => void }) {
  const { t } = useTranslation('conversation')
  return (
    <span className={css.flip} role="group" aria-label={t('versions')}>
      <IconButton
        icon="chevron-left"
        iconSize={14}
        label={t('previousVersion')}
        disabled={index === 0}
        onClick={() => onFlip(index - 1)}
      />
      <span className="num">{t('version', { number: index + 1, count })}</span>
      <IconButton
        icon="chevron-right"
        iconSize={14}
        label={t('nextVersion')}
        disabled={index === count - 1}
        onClick={() => onFlip(index + 1)}
      />
    </span>
  )
}

/** Says that data is sent to an external provider. */
function ExternalNote({ provider }: { provider: string }) {
  const { t } = useTranslation('models')
  return (
    <p className={css.note}>
      <Icon name="alert-triangle" />
      <span>{t('externalNote', { provider })}</span>
    </p>
  )
}
